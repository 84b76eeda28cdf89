// What programs of cells do again and again: pathways and messages.
#pragma once

#include <cstdint>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/programs/cell_process.hpp"

namespace weft {

/// How the words of a message get into or out of the communication agent of an iWarp cell.
enum class Transfer : std::uint8_t { gates, spools };

/// Waits until one of the cell's own channels leads nowhere, as after a pathway's end: asks again
/// every clock.
Program await_free(CellProcess& cell, unsigned own);

/// Opens a pathway through one of the cell's own channels: asks for the channel, sends the begin
/// marker and the further header words. Throws std::runtime_error if no channel of the pool leads
/// there. The pathway must outlive it.
Program open_pathway(CellProcess& cell, unsigned own, const Pathway& pathway);

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
