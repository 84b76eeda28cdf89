#include "testbench/workloads/whole_transfers.hpp"

#include "platforms/components/iwarp_cells.hpp"

namespace weft {

TransferNetwork transfer_network(const Platform& platform, const conset::CellGraph& graph) {
  TransferNetwork network;
  network.busses.resize(graph.cells());
  network.clock = graph.clock();
  network.word = graph.word();
  network.hop = graph.word() + graph.clock();
  for (const PathwayBus& between : busses_between_cells(platform)) {
    if (!between.bus->whole_at(0)) continue;
    network.busses[between.from][between.bus->from.port] = {between.to, between.bus->cut_at};
  }
  return network;
}

}  // namespace weft
