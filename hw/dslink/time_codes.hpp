// The times that time-codes carry (ECSS-E-ST-50-12C, 8.12 [M]).
#pragma once

#include <cstdint>

#include "hw/dslink/link_core.hpp"

namespace weft {

constexpr std::uint8_t time_mask = 0x3f;  ///< Of a time-code, without its flags.

/// The time of the multiple `number` of a master's interval.
constexpr std::uint8_t code_time(Time number) {
  return static_cast<std::uint8_t>(number) & time_mask;
}

/// Counts a time-code that comes in; `last` is the one before it, and becomes this one.
inline void count_time_code(std::uint8_t value, std::uint8_t& last, LinkCounters& counters) {
  ++counters.time_codes_in;
  if (((last + 1U) & time_mask) == (value & time_mask)) ++counters.ticks;
  last = value;
}

}  // namespace weft
