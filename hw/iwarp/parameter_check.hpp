// Which parameters of an iWarp component are sound.
#pragma once

#include <string>

#include "hw/iwarp/parameters.hpp"

namespace weft {

/// What is wrong with a cell, in words; empty if nothing is. No more channels may be allocated
/// than there are, addresses and pools must fit their fields in a header word.
std::string find_fault(const IwarpParameters& parameters);

/// The same for the bus from `bus` of one cell to `at` of the next: clocks, queue sizes and the
/// number of channels must agree.
std::string find_fault(const IwarpParameters& one, Bus bus, const IwarpParameters& next, Bus at);

}  // namespace weft
