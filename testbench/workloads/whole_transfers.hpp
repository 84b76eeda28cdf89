// Transfers between the cells of a platform as a whole, for workloads.
#pragma once

#include "platforms/conset/cell_graph.hpp"
#include "platforms/platform.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "tlm/iwarp/transfers.hpp"

namespace weft {

/// Cells, busses and cuts of a platform.
TransferNetwork transfer_network(const Platform& platform, const conset::CellGraph& graph);

/// Word-hops of what has been transferred, and what part of `taken`, ps, that kept busses busy: the
/// mean of all, and the highest.
ReportedValues figures_of(const Transfers& transfers, Time taken);

}  // namespace weft
