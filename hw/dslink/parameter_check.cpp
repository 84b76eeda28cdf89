#include "hw/dslink/parameter_check.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"

namespace weft {

namespace {

constexpr Time longest_bit = microsecond;

Time slowest_bit(const DsLinkParameters& end) {
  return std::max(end.bit_time, end.startup_bit_time);
}

void check_spacewire_only(const char* name, bool set) {
  if (!set) return;
  throw ParameterError({name, "form"}, fmt::format("{} is of the spacewire form only", name));
}

void check_towards(const DsLinkParameters& end, const DsLinkParameters& far) {
  if (far.disconnect_timeout <= slowest_bit(end)) {
    throw ParameterError(
        {"disconnect_timeout", "bit_rate", "startup_bit_rate"},
        fmt::format("disconnect_timeout ({}) must be longer than a bit of the other end ({})",
                    in_nanoseconds(far.disconnect_timeout), in_nanoseconds(slowest_bit(end))));
  }
  const Time quickest_bit = std::min(end.bit_time, end.startup_bit_time);
  if (far.skew >= quickest_bit) {
    throw ParameterError({"skew", "skew_back", "bit_rate", "startup_bit_rate"},
                         fmt::format("skew ({}) must be shorter than a bit ({})",
                                     in_nanoseconds(far.skew), in_nanoseconds(quickest_bit)));
  }
  const Time noticed = far.disconnect_timeout + 2 * slowest_bit(far);
  if (rest_after_stop(0, end) <= noticed) {
    throw ParameterError(
        {"disconnect_timeout", "bit_rate", "startup_bit_rate"},
        fmt::format("disconnect_timeout ({}) must be more than half of the other end's ({})",
                    in_nanoseconds(end.disconnect_timeout),
                    in_nanoseconds(far.disconnect_timeout)));
  }
  const Time travels = end.delay + end.skew + far.delay + far.skew;
  if (end.error_reset <= noticed + travels) {
    throw ParameterError(
        {"error_reset", "disconnect_timeout", "delay", "delay_back", "bit_rate",
         "startup_bit_rate"},
        fmt::format(
            "error_reset ({}) must be longer than the other end's disconnect_timeout ({}){}",
            in_nanoseconds(end.error_reset), in_nanoseconds(far.disconnect_timeout),
            travels == 0
                ? ""
                : fmt::format(" and the cable, there and back ({})", in_nanoseconds(travels))));
  }
  if (end.form == LinkForm::ieee1355 && far.form == LinkForm::spacewire && !end.await_null) {
    throw ParameterError(
        {"await_null", "form"},
        "an ieee1355 end must have await_null where the other end is of the spacewire form");
  }
}

}  // namespace

void check_bit_time(Time bit_time) {
  if (bit_time != 0 && bit_time <= longest_bit) return;
  throw ParameterError({"bit_rate", "startup_bit_rate"},
                       "bit times must be between 1 ps and 1 us (1 Mbit/s)");
}

void check_port(unsigned port, unsigned most) {
  if (port <= most) return;
  throw ParameterError({"port"}, fmt::format("port ({}) must be at most {}", port, most));
}

void check_parameters(const DsLinkParameters& p) {
  check_bit_time(p.bit_time);
  check_bit_time(p.startup_bit_time);
  if (p.max_credit < 8 || (p.form == LinkForm::spacewire && p.max_credit > 56)) {
    throw ParameterError(
        {"max_credit", "form"},
        fmt::format("max_credit ({}) must be 8 or more, and at most 56 in the spacewire form",
                    p.max_credit));
  }
  if (p.input_buffer < 8) {
    throw ParameterError({"input_buffer"},
                         fmt::format("input_buffer ({}) must be 8 tokens or more", p.input_buffer));
  }
  if (p.disconnect_timeout <= slowest_bit(p)) {
    throw ParameterError(
        {"disconnect_timeout", "bit_rate", "startup_bit_rate"},
        fmt::format("disconnect_timeout ({}) must be longer than a bit ({})",
                    in_nanoseconds(p.disconnect_timeout), in_nanoseconds(slowest_bit(p))));
  }
  if (p.form == LinkForm::ieee1355) {
    check_spacewire_only("auto_start", p.auto_start);
    check_spacewire_only("enable_at", p.enable_at != 0);
    check_spacewire_only("time_code_interval", p.time_code_interval != 0);
  }
  const bool disabled = p.enable_at != 0 || p.disable_at != 0;
  if (disabled && p.enable_at < p.disable_at + p.startup_bit_time) {
    throw ParameterError(
        {"enable_at", "disable_at", "startup_bit_rate"},
        fmt::format("enable_at ({}) must be a start-up bit or more after disable_at ({})",
                    in_nanoseconds(p.enable_at), in_nanoseconds(p.disable_at)));
  }
  const Time low = rest_after_stop(0, p) + p.startup_bit_time;
  if (p.error_reset <= low) {
    throw ParameterError(
        {"error_reset", "disconnect_timeout", "startup_bit_rate"},
        fmt::format("error_reset ({}) must be longer than twice disconnect_timeout and a bit ({})",
                    in_nanoseconds(p.error_reset), in_nanoseconds(low)));
  }
}

void check_ends(const DsLinkParameters& one, const DsLinkParameters& other) {
  check_towards(one, other);
  check_towards(other, one);
}

}  // namespace weft
