// Which channels of the cells of a torus a barrier takes.
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/conset/cell_context.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/channel_sets.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

/// A cell's part in a barrier: the last three of its channels, which are for nothing else.
struct BarrierCell {
  unsigned x = 0;
  unsigned y = 0;
  unsigned width = 1;
  unsigned height = 1;
  unsigned own = 0;                    ///< The cell's own channel, from which it sends.
  unsigned row = 0;                    ///< Its input is from the left, and its output to the right.
  unsigned column = 0;                 ///< From above, and down; in use in the first column only.
  ChannelSets channels;                ///< All of the cell, these and the others.
  std::vector<std::uint32_t> context;  ///< Of all of them: the others are on no bus.

  ChannelSet taken() const { return bit(own) | bit(row) | bit(column); }
};

/// The barrier of a torus, by address. Throws InputError at `place`: no torus whose rings have one
/// cell, or three and more; too few channels.
std::vector<BarrierCell> plan_barrier(const CellGraph& graph, const Place& place);

}  // namespace weft::conset
