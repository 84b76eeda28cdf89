// Which parameters of a node's memory are sound.
#pragma once

#include "hw/memory/parameters.hpp"

namespace weft {

/// Throws ParameterError for what DRAM cannot be: no bank, words of no bytes, pages that are no
/// whole number of words, words that take no time, refreshes that take as long as the time between
/// them.
void check_parameters(const DramParameters& parameters);

/// Throws ParameterError for a bus without masters, or with more than 64.
void check_parameters(const BusParameters& parameters);

/// Throws ParameterError for a way without width or queue, that returns words in no time, or whose
/// lines are no power of two of 8 to 64 bytes, or do not fill pages.
void check_parameters(const PathParameters& parameters);

/// Throws ParameterError for accesses of no power of two of 8 to 64 bytes, or not 1 to 16 at a
/// time.
void check_parameters(const MemoryPortParameters& parameters);

}  // namespace weft
