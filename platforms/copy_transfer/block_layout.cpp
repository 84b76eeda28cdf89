#include "platforms/copy_transfer/block_layout.hpp"

namespace weft::copy_transfer {

void BlockLayout::write_indices(WordStore& memory) const {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint64_t address = access.index_address(i);
    const std::uint64_t word = address / memory_word_bytes * memory_word_bytes;
    memory.write(word, memory.read(word) | indices[i] << 8 * (address - word));
  }
}

BlockLayout lay_out(const Pattern& pattern, std::uint64_t words, std::uint64_t base,
                    std::uint64_t index_base, unsigned index_bytes, IndexOrder& order) {
  BlockLayout layout;
  layout.access.base = base;
  layout.access.block = pattern.block;
  layout.access.stride = pattern.kind == Pattern::Kind::strided ? pattern.stride : pattern.block;
  layout.access.indexed = pattern.kind == Pattern::Kind::indexed;
  layout.access.index_base = index_base;
  layout.access.index_bytes = index_bytes;
  if (!layout.access.indexed) return layout;
  layout.indices = order.of(layout.access.block_of(words - 1) + 1);
  for (std::uint64_t& index : layout.indices) index *= pattern.block;
  return layout;
}

}  // namespace weft::copy_transfer
