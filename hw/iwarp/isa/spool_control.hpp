// The control word by which a program sets a spooling gate.
#pragma once

#include <cstdint>

#include "hw/iwarp/memory_agent.hpp"

namespace weft::isa {

/// Bit 0-4 logical input channel, 5 from memory, 6 ends with an end marker, 7 stays behind the gate
/// in bits 8-10, 11 goes round between its address and its limit, 12 and on number of words. The
/// assembler's constants `spool_*` are these bits.
inline constexpr unsigned spool_out_bit = 5;
inline constexpr unsigned spool_until_end_bit = 6;
inline constexpr unsigned spool_follows_bit = 7;
inline constexpr unsigned spool_followed_shift = 8;
inline constexpr unsigned spool_ring_bit = 11;
inline constexpr unsigned spool_words_shift = 12;

/// What the word says; address and limit are in other registers.
constexpr SpoolSettings decode_spool_control(std::uint32_t control) {
  SpoolSettings settings;
  const bool out = (control >> spool_out_bit & 1U) != 0;
  settings.direction = out ? SpoolDirection::from_memory : SpoolDirection::to_memory;
  settings.channel = control & ((1U << spool_out_bit) - 1);
  settings.words = control >> spool_words_shift;
  settings.until_end = (control >> spool_until_end_bit & 1U) != 0;
  settings.ring = (control >> spool_ring_bit & 1U) != 0;
  if ((control >> spool_follows_bit & 1U) != 0) {
    settings.follows = control >> spool_followed_shift & (spool_count - 1);
  }
  return settings;
}

}  // namespace weft::isa
