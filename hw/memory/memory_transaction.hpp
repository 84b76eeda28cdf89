// What goes to a memory and comes back from it.
#pragma once

#include <array>
#include <cstdint>

namespace weft {

/// Bytes of a word: what elements are counted in.
inline constexpr unsigned memory_word_bytes = 8;

/// Words of 64 bits that lie one behind the other, read or written together.
struct MemoryTransaction {
  static constexpr unsigned most_words = 8;

  std::uint64_t address = 0;  ///< Bytes; a multiple of 8.
  unsigned words = 1;         ///< 1..most_words
  bool write = false;
  std::array<std::uint64_t, most_words> data{};
};

}  // namespace weft
