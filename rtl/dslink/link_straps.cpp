#include "rtl/dslink/link_straps.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace weft::rtl {

namespace {

constexpr unsigned time_bits = 63;  // of what Weft counts, not the RTL

struct NamedTime {
  const char* name;
  Time time;
  unsigned bits;  // of its counter
};

std::vector<NamedTime> times_of(const DsLinkParameters& p) {
  return {{"bit time", p.bit_time, bit_time_bits},
          {"start-up bit time", p.startup_bit_time, bit_time_bits},
          {"disconnect_timeout", p.disconnect_timeout, timer_bits - 1},  // twice it is counted too
          {"error_reset", p.error_reset, timer_bits},
          {"error_wait", p.error_wait, timer_bits},
          {"connect_timeout", p.connect_timeout, timer_bits},
          {"auto_restart", p.auto_restart, timer_bits},
          {"disable_at", p.disable_at, time_bits},
          {"enable_at", p.enable_at, time_bits},
          {"time_code_interval", p.time_code_interval, time_bits},
          {"delay", p.delay, time_bits},
          {"skew", p.skew, time_bits}};
}

}  // namespace

Time common_clock(const std::vector<DsLinkParameters>& links, Time also) {
  Time clock = also;
  for (const DsLinkParameters& link : links) {
    for (const NamedTime& each : times_of(link)) clock = std::gcd(clock, each.time);
  }
  return clock;
}

LinkStraps straps_of(const DsLinkParameters& p, Time clock) {
  const auto clocks = [clock](Time time) { return static_cast<std::uint32_t>(time / clock); };
  LinkStraps straps;
  straps.spacewire = p.form == LinkForm::spacewire;
  straps.await_null = p.await_null;
  straps.auto_start = p.auto_start;
  straps.max_credit = p.max_credit;
  straps.bit = clocks(p.bit_time);
  straps.startup = clocks(p.startup_bit_time);
  straps.disconnect = clocks(p.disconnect_timeout);
  straps.reset = clocks(p.error_reset);
  straps.wait = clocks(p.error_wait);
  straps.connect = clocks(p.connect_timeout);
  straps.restart = clocks(p.auto_restart);
  return straps;
}

bool time_code_due(const DsLinkParameters& parameters, Time now, Time clock, std::uint8_t& value) {
  const Time interval = parameters.time_code_interval;
  if (interval == 0 || now <= clock || (now - clock) % interval != 0) return false;
  value = static_cast<std::uint8_t>((now - clock) / interval) & 0x3f;
  return true;
}

std::string find_rtl_fault(const DsLinkParameters& parameters, Time clock,
                           const RtlTraits& traits) {
  if (traits.own_credit != 0 && traits.own_credit != parameters.max_credit) {
    return fmt::format(
        "its credit is its own, {}, and its link has {}; expected `max_credit: {}` of the link, "
        "and no RTL of another credit at its other end",
        traits.own_credit, parameters.max_credit, traits.own_credit);
  }
  for (const NamedTime& each : times_of(parameters)) {
    if (each.time % clock != 0) {
      return fmt::format("{} of {} ps must be a multiple of the clock of {} ps", each.name,
                         each.time, clock);
    }
    if ((each.time / clock) >> each.bits == 0) continue;
    return fmt::format(
        "{} is {} periods of the clock, more than {} bits can count (a clock of {} ps is the "
        "longest of which all times are multiples)",
        each.name, each.time / clock, each.bits, clock);
  }
  if (parameters.form == LinkForm::spacewire && parameters.error_wait == 0) {
    return "error_wait must be one clock or more";
  }
  return {};
}

}  // namespace weft::rtl
