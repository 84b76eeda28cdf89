// Lists of header blocks that wait for the co-processor, in node memory.
#pragma once

#include <cstdint>

#include "hw/hypercube/header_block.hpp"
#include "hw/hypercube/node_memory.hpp"

namespace weft {

/// The co-processor has registers for the ends of a list; what is between them is linked by the
/// queue links of the blocks (section 2.1). Address 0 stands for none. A link that a program has
/// overwritten so that no block can be there ends the list.
class HypercubeWaitList {
 public:
  std::uint32_t first() const { return first_; }
  std::uint32_t after(const HypercubeMemory& memory, std::uint32_t block) const {
    return follow(memory, block + header_block::next);
  }

  void append(HypercubeMemory& memory, std::uint32_t block);
  /// Takes a block out that is in the list.
  void remove(HypercubeMemory& memory, std::uint32_t block);

 private:
  static std::uint32_t follow(const HypercubeMemory& memory, std::uint32_t link) {
    const std::uint32_t block = memory.word(link);
    return memory.holds(block, header_block::bytes) ? block : 0;
  }

  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace weft
