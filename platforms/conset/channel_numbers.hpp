// Which logical channel of each cell a connection holds.
#pragma once

#include <cstddef>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft::conset {

/// Gives each connection of a phase a logical channel in each cell on its way. "It is essential
/// that two non-adjacent cells do not attempt to create a new pathway through a common neighbor
/// using the same logical channel on that neighbor" (4.1.3): no channel of a cell is given twice,
/// and the last `reserved` of a cell not at all. Nothing else chooses channels for connections.
///
/// Where a connection begins it takes a channel whose input the platform leaves to the cell itself,
/// and elsewhere one whose input the platform allocates to the bus on which it arrives, the lowest
/// that is free. Where all of them are held, it takes the lowest of any that is left when all
/// others have theirs: "data may be carried over any of the 4 physical links" (4.1.2). No more
/// connections may lead through a cell than it has channels to give.
void number_channels(Phase& phase, const ConnectionSet& set, const CellGraph& graph,
                     unsigned reserved);

/// Channels of a phase that the platform allocates to another bus than the one on which their
/// connection arrives, or that are not the cell's own where it begins: a program has to put them
/// there. The channels must be there (check_schedule).
std::size_t channels_of_other_busses(const Phase& phase, const ConnectionSet& set,
                                     const CellGraph& graph);

}  // namespace weft::conset
