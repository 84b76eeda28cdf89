// How programs of cells take what comes over pathways.
#pragma once

#include <cstdint>

#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Where a pathway that has come to a cell stands, and where it began.
struct Arrival {
  unsigned channel = 0;  ///< Logical input channel.
  unsigned origin = 0;   ///< Address; of a pathway with corners, that of the last one.
};

/// Waits for the next pathway, binds an input gate to its channel and reads its begin marker.
Program accept_pathway(CellProcess& cell, unsigned gate, Arrival& arrival);

/// Reads a data word from a gate. Throws std::runtime_error for a marker.
Program read_data(CellProcess& cell, unsigned gate, std::uint32_t& value);

/// Throws std::runtime_error unless the word is data.
void require_data(const Word& word);

}  // namespace weft
