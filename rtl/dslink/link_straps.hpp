// The parameters of a link end as the RTL has them: in clocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/dslink/parameters.hpp"

namespace weft::rtl {

/// Widths in rtl/dslink/dslink.v.
inline constexpr unsigned timer_bits = 27;
inline constexpr unsigned bit_time_bits = 14;
inline constexpr unsigned count_bits = 13;

/// The longest clock period of which all times of all links, and `also`, are multiples.
Time common_clock(const std::vector<DsLinkParameters>& links, Time also = 0);

/// Times in periods of the clock.
struct LinkStraps {
  bool spacewire = false;
  bool await_null = false;
  bool auto_start = false;
  std::uint32_t max_credit = 0;
  std::uint32_t bit = 0;
  std::uint32_t startup = 0;
  std::uint32_t disconnect = 0;
  std::uint32_t reset = 0;
  std::uint32_t wait = 0;
  std::uint32_t connect = 0;
  std::uint32_t restart = 0;
};

/// `parameters` must be without fault for `clock` (see find_rtl_fault).
LinkStraps straps_of(const DsLinkParameters& parameters, Time clock);

/// At the edge at `now`: a time-code has become due since the edge before, with this value.
bool time_code_due(const DsLinkParameters& parameters, Time now, Time clock, std::uint8_t& value);

/// What RTL of a user's says of itself, on pins that may be missing; 0 for nothing.
struct RtlTraits {
  Time clock_step = 0;  ///< ps; its clock must be a part of that, as it makes its own clocks of it.
  unsigned own_credit = 0;  ///< Most tokens that it lets be outstanding, whatever it is told.
};

/// Why the RTL cannot be a link end of these parameters at this clock period, in words; empty if it
/// can. All times must fit the counters of the RTL, and its own credit, if it has one, must be that
/// of the link.
std::string find_rtl_fault(const DsLinkParameters& parameters, Time clock,
                           const RtlTraits& traits = {});

}  // namespace weft::rtl
