// Which channels of the cells of a torus a barrier takes.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/linkages.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

/// A cell's part in a barrier: its channels, which are for nothing else.
struct BarrierCell {
  unsigned x = 0;
  unsigned y = 0;
  unsigned width = 1;
  unsigned height = 1;
  unsigned own = 0;            ///< The cell's own input channel from which it sends.
  unsigned row_output = 0;     ///< To the right.
  unsigned row_input = 0;      ///< From the left.
  unsigned column_output = 0;  ///< Down; in use in the first column only.
  unsigned column_input = 0;   ///< From above.

  /// The three channels that words wait in, and those that lead on.
  ChannelSets channels() const;
  /// Their context registers in the order in which they are loaded.
  std::vector<std::uint32_t> context(const ChannelMap& map) const;
};

/// The barrier of a torus, by address: the first own channel of each cell, and the channel of pool
/// `pool` on the busses to the right and down. Throws InputError at `place`: no torus whose rings
/// have one cell, or three and more; no such channel.
std::vector<BarrierCell> plan_barrier(const CellGraph& graph, const std::vector<ChannelMap>& maps,
                                      unsigned pool, const Place& place);

}  // namespace weft::conset
