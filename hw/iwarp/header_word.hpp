// The header words of street-sign routing.
#pragma once

#include <cstdint>

#include "hw/iwarp/bus.hpp"

namespace weft {

/// One word of a pathway's header: the next cell at which something is to be done, and what
/// (section 6.1.3). The first word of a header is the data of the begin marker; each corner takes
/// one away. The paper names the fields; their places in the word are ours:
///
/// | bits | field |
/// |---|---|
/// | 0-9 | address: the cell at which to turn, or the destination |
/// | 10-19 | origin: the cell at which this stretch began; its agent writes it, see with_origin |
/// | 20-23 | pool: from which channels are drawn on the way to `address` |
/// | 24-27 | next_pool: from which the channel out of the corner is drawn |
/// | 28-29 | direction: out of the corner |
/// | 30 | turn: a corner; otherwise the destination |
struct HeaderWord {
  unsigned address = 0;
  unsigned origin = 0;
  unsigned pool = 0;
  unsigned next_pool = 0;
  Bus direction = Bus::x_right;
  bool turn = false;

  friend constexpr bool operator==(const HeaderWord&, const HeaderWord&) = default;
};

inline constexpr unsigned address_bits = 10;  // 1,024 cells
inline constexpr std::uint32_t address_mask = (1U << address_bits) - 1;
inline constexpr unsigned origin_shift = address_bits;
inline constexpr unsigned pool_count = 16;
inline constexpr unsigned pool_shift = 20;
inline constexpr unsigned next_pool_shift = 24;
inline constexpr unsigned direction_shift = 28;
inline constexpr unsigned turn_shift = 30;

constexpr std::uint32_t encode(const HeaderWord& word) {
  return (word.address & address_mask) | (word.origin & address_mask) << origin_shift |
         (word.pool % pool_count) << pool_shift | (word.next_pool % pool_count) << next_pool_shift |
         index_of(word.direction) << direction_shift | (word.turn ? 1U : 0U) << turn_shift;
}

constexpr HeaderWord decode_header(std::uint32_t value) {
  return {.address = value & address_mask,
          .origin = value >> origin_shift & address_mask,
          .pool = value >> pool_shift & (pool_count - 1),
          .next_pool = value >> next_pool_shift & (pool_count - 1),
          .direction = static_cast<Bus>(value >> direction_shift & (bus_count - 1)),
          .turn = (value >> turn_shift & 1) != 0};
}

/// A header word as it leaves the cell at which its stretch begins, for the guard against Flying
/// Dutchmen: the origin is that cell, whatever the program has put there.
constexpr std::uint32_t with_origin(std::uint32_t value, unsigned cell) {
  return (value & ~(address_mask << origin_shift)) | (cell & address_mask) << origin_shift;
}

}  // namespace weft
