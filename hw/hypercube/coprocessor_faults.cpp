// Of the co-processor: what it refuses.
#include <algorithm>
#include <bit>

#include "hw/hypercube/coprocessor_core.hpp"

namespace weft {

namespace {

constexpr std::uint32_t most_type = 0xFFFF;

}  // namespace

HypercubeFault HypercubeCoprocessor::fault_of_block(std::uint32_t block) const {
  if (block == 0 || block % HypercubeMemory::word_bytes != 0 ||
      !memory_.holds(block, header_block::bytes)) {
    return HypercubeFault::bad_block;
  }
  return open_.count(block) != 0 ? HypercubeFault::block_in_use : HypercubeFault::none;
}

// Of what is to be sent.
HypercubeFault HypercubeCoprocessor::fault_of_message(std::uint32_t block) const {
  const std::uint32_t length = field(block, header_block::length);
  const std::uint32_t address = field(block, header_block::buffer);
  if (field(block, header_block::type) > most_type) return HypercubeFault::bad_type;
  if (length == 0) return HypercubeFault::empty;
  if (address == 0 || !memory_.holds(address, length)) return HypercubeFault::outside_memory;
  return HypercubeFault::none;
}

HypercubeFault HypercubeCoprocessor::fault_of_receive(std::uint32_t block) const {
  const std::uint32_t source = field(block, header_block::node);
  const std::uint32_t type = field(block, header_block::type);
  const std::uint32_t length = field(block, header_block::length);
  const std::uint32_t address = field(block, header_block::buffer);
  if (source != hypercube_any && (source >= surroundings_.nodes || source == chip_.node())) {
    return HypercubeFault::no_such_node;
  }
  if (type != hypercube_any && type > most_type) return HypercubeFault::bad_type;
  if (address == 0) return HypercubeFault::none;
  if (length == 0) return HypercubeFault::empty;
  if (std::uint64_t{address} + length > system_.begin()) return HypercubeFault::outside_memory;
  return HypercubeFault::none;
}

// What would be written by two, or over a block that the co-processor still needs.
bool HypercubeCoprocessor::overlaps(std::uint32_t begin, std::uint32_t end,
                                    std::uint32_t own_block) const {
  const auto meets = [begin, end](std::uint32_t from, std::uint32_t to) {
    return begin < to && from < end;
  };
  if (meets(own_block, own_block + header_block::bytes)) return true;
  return std::any_of(open_.begin(), open_.end(), [&meets](const auto& one) {
    const auto& [block, bytes] = one;
    return meets(block, block + header_block::bytes) || meets(bytes.begin, bytes.end);
  });
}

HypercubeFault HypercubeCoprocessor::neighbours_of(std::uint32_t block, StepSet& ports) const {
  const std::uint32_t count = field(block, header_block::node);
  if (count == 0 || count > chip_.parameters().degree) return HypercubeFault::no_such_node;
  if (!memory_.holds(block, header_block::list + count * HypercubeMemory::word_bytes)) {
    return HypercubeFault::outside_memory;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t other = field(block, header_block::list + i * HypercubeMemory::word_bytes);
    const StepSet step = steps_closer(chip_.node(), other);
    const bool neighbour = std::has_single_bit(step) && step < step_bit(chip_.parameters().degree);
    if (!neighbour || (ports & step) != 0) return HypercubeFault::no_such_node;
    if ((surroundings_.links & step) == 0) return HypercubeFault::part_of_cube;
    ports |= step;
  }
  return HypercubeFault::none;
}

}  // namespace weft
