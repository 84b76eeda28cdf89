#include "hw/dslink/parameter_check.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft {

namespace {

constexpr Time longest_bit = microsecond;

Time slowest_bit(const DsLinkParameters& end) {
  return std::max(end.bit_time, end.startup_bit_time);
}

std::string text(Time time) { return fmt::format("{} ns", static_cast<double>(time) / nanosecond); }

std::string find_fault_towards(const DsLinkParameters& end, const DsLinkParameters& far) {
  if (far.disconnect_timeout <= slowest_bit(end)) {
    return fmt::format("disconnect_timeout ({}) must be longer than a bit of the other end ({})",
                       text(far.disconnect_timeout), text(slowest_bit(end)));
  }
  const Time noticed = far.disconnect_timeout + 2 * slowest_bit(far);
  if (rest_after_stop(0, end) <= noticed) {
    return fmt::format("disconnect_timeout ({}) must be more than half of the other end's ({})",
                       text(end.disconnect_timeout), text(far.disconnect_timeout));
  }
  if (end.error_reset <= noticed) {
    return fmt::format(
        "error_reset ({}) must be longer than the other end's disconnect_timeout ({})",
        text(end.error_reset), text(far.disconnect_timeout));
  }
  if (end.form == LinkForm::ieee1355 && far.form == LinkForm::spacewire && !end.await_null) {
    return "an ieee1355 end must have await_null where the other end is of the spacewire form";
  }
  return {};
}

}  // namespace

std::string find_fault(const DsLinkParameters& parameters) {
  const auto& p = parameters;
  if (p.bit_time == 0 || p.startup_bit_time == 0 || slowest_bit(p) > longest_bit) {
    return "bit times must be between 1 ps and 1 us (1 Mbit/s)";
  }
  if (p.max_credit < 8 || (p.form == LinkForm::spacewire && p.max_credit > 56)) {
    return fmt::format("max_credit ({}) must be 8 or more, and at most 56 in the spacewire form",
                       p.max_credit);
  }
  if (p.input_buffer < 8) {
    return fmt::format("input_buffer ({}) must be 8 tokens or more", p.input_buffer);
  }
  if (p.disconnect_timeout <= slowest_bit(p)) {
    return fmt::format("disconnect_timeout ({}) must be longer than a bit ({})",
                       text(p.disconnect_timeout), text(slowest_bit(p)));
  }
  const Time low = rest_after_stop(0, p) + p.startup_bit_time;
  if (p.error_reset <= low) {
    return fmt::format(
        "error_reset ({}) must be longer than twice disconnect_timeout and a bit ({})",
        text(p.error_reset), text(low));
  }
  return {};
}

std::string find_fault(const DsLinkParameters& one, const DsLinkParameters& other) {
  const std::string fault = find_fault_towards(one, other);
  return fault.empty() ? find_fault_towards(other, one) : fault;
}

}  // namespace weft
