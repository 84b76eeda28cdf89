// Transfers between the cells of a platform as a whole, for workloads.
#pragma once

#include "platforms/conset/cell_graph.hpp"
#include "platforms/platform.hpp"
#include "tlm/iwarp/transfers.hpp"

namespace weft {

/// Cells, busses and cuts of a platform.
TransferNetwork transfer_network(const Platform& platform, const conset::CellGraph& graph);

}  // namespace weft
