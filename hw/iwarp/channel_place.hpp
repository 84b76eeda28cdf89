// Where a logical channel belongs: what its allocation register holds.
#pragma once

#include <cstdint>

#include "hw/iwarp/bus.hpp"

namespace weft {

/// Numbers that the control lines of a bus can carry: its logical channels.
inline constexpr unsigned numbers_of_bus = 32;

/// Of a logical input channel (section 5.1). Its queue takes the words that come in over `bus` with
/// `number`, and the dequeue signals for them go back with it; or it is the cell's own.
struct InputPlace {
  bool own = false;
  Bus bus = Bus::x_right;
  unsigned number = 0;  ///< On its bus; of one of the cell's own, that of the channel.

  friend bool operator==(const InputPlace&, const InputPlace&) = default;
};

/// Of a logical output channel: its words go out over `bus` with `number`, and it is lent to
/// pathways of `pool`; or it is spare, and on no bus.
struct OutputPlace {
  bool spare = false;
  Bus bus = Bus::x_right;
  unsigned number = 0;
  unsigned pool = 0;

  friend bool operator==(const OutputPlace&, const OutputPlace&) = default;
};

/// As bits of a register, the lowest of those of a context:
///
/// | bits | of an input | of an output |
/// |---|---|---|
/// | 0-4 | number | number |
/// | 5-6 | the bus that feeds it | its bus |
/// | 7 | it is the cell's own | it is spare |
/// | 8-11 | | its pool |
inline constexpr std::uint32_t input_place_mask = 0xff;
inline constexpr std::uint32_t output_place_mask = 0xfff;

constexpr std::uint32_t encode(const InputPlace& place) {
  return place.number | index_of(place.bus) << 5 | (place.own ? 1U << 7 : 0U);
}
constexpr std::uint32_t encode(const OutputPlace& place) {
  return place.number | index_of(place.bus) << 5 | (place.spare ? 1U << 7 : 0U) | place.pool << 8;
}
/// Other bits do not count.
constexpr InputPlace decode_input_place(std::uint32_t word) {
  return {(word >> 7 & 1U) != 0, static_cast<Bus>(word >> 5 & 3U), word & 31U};
}
constexpr OutputPlace decode_output_place(std::uint32_t word) {
  return {(word >> 7 & 1U) != 0, static_cast<Bus>(word >> 5 & 3U), word & 31U, word >> 8 & 15U};
}

}  // namespace weft
