// The phases of connections with whole transfers: the level `message`.
#pragma once

#include <cstddef>

#include "testbench/programs/cell_process.hpp"
#include "testbench/programs/phased_connections.hpp"
#include "testbench/workloads/conset.hpp"

namespace weft {

/// All transfers of a phase that is loaded, by Transfers; of the modes `streaming` and `spooling`.
/// What a program does around them takes the clocks that it takes with words.
Program transfer_whole(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                       Conset::Shared& shared);

/// Throws std::runtime_error, with the connection, if the cell leaves a phase while words pass.
void require_none_passing(const CellProcess& cell, std::size_t next, const Conset::Shared& shared);

}  // namespace weft
