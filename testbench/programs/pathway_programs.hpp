// What programs of cells do again and again: pathways and messages.
#pragma once

#include <cstdint>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Waits until one of the cell's own channels leads nowhere, as after a pathway's end: asks again
/// every clock.
Program await_free(CellProcess& cell, unsigned own);

/// Opens a pathway through one of the cell's own channels: asks for the channel, sends the begin
/// marker and the further header words. Throws std::runtime_error if no channel of the pool leads
/// there. The pathway must outlive it.
Program open_pathway(CellProcess& cell, unsigned own, const Pathway& pathway);

}  // namespace weft
