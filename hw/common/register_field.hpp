// Bits of a register, or of its address.
#pragma once

#include <cstdint>

namespace weft {

/// `width` bits from bit `lowest` on, in a word of 32 bits.
struct RegisterField {
  unsigned lowest;
  unsigned width;

  constexpr std::uint32_t mask() const { return (0xffff'ffffU >> (32 - width)) << lowest; }
  /// The field's value in a word.
  constexpr std::uint32_t of(std::uint32_t word) const { return (word & mask()) >> lowest; }
  /// A word with this value in the field, and 0 elsewhere; bits beyond the field are lost.
  constexpr std::uint32_t in(std::uint32_t value) const { return value << lowest & mask(); }
};

}  // namespace weft
