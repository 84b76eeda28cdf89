#include "hw/hypercube/wait_list.hpp"

namespace weft {

void HypercubeWaitList::append(HypercubeMemory& memory, std::uint32_t block) {
  memory.set_word(block + header_block::next, 0);
  memory.set_word(block + header_block::previous, last_);
  if (last_ == 0) {
    first_ = block;
  } else {
    memory.set_word(last_ + header_block::next, block);
  }
  last_ = block;
}

void HypercubeWaitList::remove(HypercubeMemory& memory, std::uint32_t block) {
  const std::uint32_t next = follow(memory, block + header_block::next);
  const std::uint32_t previous = follow(memory, block + header_block::previous);
  if (previous == 0) {
    first_ = next;
  } else {
    memory.set_word(previous + header_block::next, next);
  }
  if (next == 0) {
    last_ = previous;
  } else {
    memory.set_word(next + header_block::previous, previous);
  }
}

}  // namespace weft
