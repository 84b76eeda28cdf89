// How few phases a step can have, whatever the router.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/phase_load.hpp"

namespace weft::conset {

struct LowerBound {
  std::size_t phases = 1;
  std::string because;  ///< "20416 channels of shortest ways, 768 a phase"
};

/// The greatest of some counts: channels that all shortest ways take, the ends of connections at
/// each cell and those that begin there, and what leads over all busses and over those of each
/// cell, as far as bandwidths or `bus_channels` bound it.
LowerBound lower_bound(const CellGraph& graph, const ConnectionSet& set,
                       const std::vector<std::size_t>& step, const Resources& resources);

}  // namespace weft::conset
