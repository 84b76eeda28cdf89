#include "platforms/copy_transfer/block_layout.hpp"

#include <numeric>
#include <utility>

namespace weft::copy_transfer {

void BlockLayout::write_indices(WordStore& memory) const {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint64_t address = access.index_address(i);
    const std::uint64_t word = address / memory_word_bytes * memory_word_bytes;
    memory.write(word, memory.read(word) | indices[i] << 8 * (address - word));
  }
}

BlockLayout lay_out(const Pattern& pattern, std::uint64_t words, std::uint64_t base,
                    std::uint64_t index_base, unsigned index_bytes, RandomStream& random) {
  BlockLayout layout;
  layout.access.base = base;
  layout.access.block = pattern.block;
  layout.access.stride = pattern.kind == Pattern::Kind::strided ? pattern.stride : pattern.block;
  layout.access.indexed = pattern.kind == Pattern::Kind::indexed;
  layout.access.index_base = index_base;
  layout.access.index_bytes = index_bytes;
  if (!layout.access.indexed) return layout;
  std::vector<std::uint64_t>& indices = layout.indices;
  indices.resize(layout.access.block_of(words - 1) + 1);
  std::iota(indices.begin(), indices.end(), 0);
  for (std::size_t i = indices.size(); i > 1; --i)
    std::swap(indices[i - 1], indices[random.below(i)]);
  for (std::uint64_t& index : indices) index *= pattern.block;
  return layout;
}

}  // namespace weft::copy_transfer
