// Where the elements of a transfer lie in the memory of a simulated node.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/memory/word_store.hpp"
#include "hw/node/access_pattern.hpp"
#include "platforms/copy_transfer/index_array.hpp"
#include "platforms/copy_transfer/transfer.hpp"

namespace weft::copy_transfer {

// What is read, what is written, and the index arrays of either lie far from each other; memory
// takes room only where it is written. Blocks begin at pages, index arrays elsewhere in the cache
// than what they lead to.
inline constexpr std::uint64_t block_distance = std::uint64_t{1} << 40U;
inline constexpr std::uint64_t read_base = 1 * block_distance;
inline constexpr std::uint64_t write_base = 2 * block_distance;
inline constexpr std::uint64_t read_index_base = 3 * block_distance + 0x0800;
inline constexpr std::uint64_t write_index_base = 4 * block_distance + 0x1800;

/// Elements of a transfer, and the index array of those that have one: of each block its first
/// word.
struct BlockLayout {
  AccessPattern access;
  std::vector<std::uint64_t> indices;

  std::uint64_t address(std::uint64_t element) const {
    return access.address(element, access.indexed ? indices[access.block_of(element)] : 0);
  }
  /// Puts the index array where the pattern has it. Its place was not written before.
  void write_indices(WordStore& memory) const;
};

/// So many words with a pattern, from `base` on; an index array goes through its blocks in that
/// order.
BlockLayout lay_out(const Pattern& pattern, std::uint64_t words, std::uint64_t base,
                    std::uint64_t index_base, unsigned index_bytes, IndexOrder& order);

}  // namespace weft::copy_transfer
