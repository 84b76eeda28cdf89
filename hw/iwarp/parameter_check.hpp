// Which parameters of an iWarp component are sound.
#pragma once

#include "hw/iwarp/parameters.hpp"

namespace weft {

/// Throws ParameterError for what a cell cannot be. No more channels may be allocated than there
/// are, addresses and pools must fit their fields in a header word.
void check_parameters(const IwarpParameters& parameters);

/// The same for the bus from `bus` of one cell to `at` of the next: clocks, queue sizes and the
/// number of channels must agree.
void check_bus(const IwarpParameters& one, Bus bus, const IwarpParameters& next, Bus at);

}  // namespace weft
