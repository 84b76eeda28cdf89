// How a loop goes through memory.
#pragma once

#include <cstdint>

#include "hw/memory/memory_transaction.hpp"

namespace weft {

/// Where the elements of a loop lie, words of 64 bits in blocks: at a constant distance, or where
/// an index array says.
struct AccessPattern {
  std::uint64_t base = 0;    ///< Address of the first element, or of index 0.
  std::uint64_t stride = 1;  ///< Words from block to block.
  std::uint64_t block = 1;   ///< Words of one.
  bool indexed = false;
  std::uint64_t index_base = 0;  ///< Address of the index array; an index counts words.
  unsigned index_bytes = 4;      ///< 4 or 8.

  std::uint64_t block_of(std::uint64_t element) const { return element / block; }
  /// Where the index of a block is.
  std::uint64_t index_address(std::uint64_t number) const {
    return index_base + number * index_bytes;
  }
  /// The index that is in the word around that address.
  std::uint64_t index_in(std::uint64_t word, std::uint64_t address) const {
    return index_bytes == memory_word_bytes
               ? word
               : word >> (8 * (address % memory_word_bytes)) & 0xffff'ffff;
  }
  /// Where an element is; `index` is that of its block, if there is one.
  std::uint64_t address(std::uint64_t element, std::uint64_t index) const {
    const std::uint64_t begin = indexed ? index : block_of(element) * stride;
    return base + (begin + element % block) * memory_word_bytes;
  }
};

}  // namespace weft
