#include "hw/hypercube/header_block.hpp"

namespace weft {

std::string_view text_of(HypercubeFault fault) {
  switch (fault) {
    case HypercubeFault::none: return "nothing";
    case HypercubeFault::empty: return "a length of 0 bytes";
    case HypercubeFault::outside_memory:
      return "a buffer that is not in the node's memory, or to be written to in that of the system";
    case HypercubeFault::too_long: return "a message that is longer than its buffer";
    case HypercubeFault::no_such_node:
      return "a node that is not in the cube, is this one, is no neighbour or listed twice";
    case HypercubeFault::bad_type: return "a type above 65535";
    case HypercubeFault::part_of_cube:
      return "a broadcast where nodes or links of the cube are missing";
    case HypercubeFault::overlap:
      return "a buffer that overlaps that of another receive, or a header block";
    case HypercubeFault::no_system_buffer: return "no system buffer that is long enough";
    case HypercubeFault::bad_block:
      return "a header block that is not in memory, or at no multiple of 4";
    case HypercubeFault::block_in_use:
      return "the header block of an instruction that is not complete";
    case HypercubeFault::never_given: return "a buffer that was not given out";
  }
  return "an unknown fault";
}

}  // namespace weft
