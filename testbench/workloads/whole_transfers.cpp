#include "testbench/workloads/whole_transfers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

ReportedValues figures_of(const Transfers& transfers, Time taken) {
  const std::vector<std::uint64_t>& words = transfers.words_over();
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  for (const std::uint64_t over : words) {
    sum += over;
    most = std::max(most, over);
  }
  std::size_t busses = 0;
  for (const auto& sides : transfers.network().busses) {
    busses += static_cast<std::size_t>(
        std::count_if(sides.begin(), sides.end(), [](const auto& far) { return far.has_value(); }));
  }
  const double percent =
      taken == 0 ? 0
                 : 100 * static_cast<double>(transfers.network().word) / static_cast<double>(taken);
  const double mean =
      static_cast<double>(sum) / static_cast<double>(std::max<std::size_t>(busses, 1));
  return {reported::count("word-hops in transfers", static_cast<double>(sum)),
          reported::mean("transfer utilisation", percent * mean, Unit::percent,
                         static_cast<double>(taken)),
          reported::figure("transfer utilisation", Statistic::highest,
                           percent * static_cast<double>(most), Unit::percent)};
}

}  // namespace weft
