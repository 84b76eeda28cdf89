// Which parameters of a packet chip are sound.
#pragma once

#include "hw/hypercube/parameters.hpp"

namespace weft {

/// Throws ParameterError for what a chip cannot be. It has 1 to 14 links, as node numbers of 16
/// bits leave two spare bits each; buffers, two or more if one must not be a contrary packet's; a
/// clock that runs; 3 ticks or more to arbitrate, which are hidden only behind the 16 data bytes of
/// a packet, once its header is in.
void check_parameters(const HypercubeChipParameters& parameters);

}  // namespace weft
