#include "testbench/families/iwarp/traced_cell.hpp"

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"

namespace weft {

std::vector<TracedCell> traced_cells(const System& system, const ProgramPositions& positions) {
  std::vector<TracedCell> cells;
  for (const CellView& view : cells_of(system)) {
    cells.push_back({view, position_at(positions, view.component)});
  }
  const Platform& platform = system.platform();
  for (std::size_t i = 0; i < platform.busses.size(); ++i) {
    const BusSpec& bus = platform.busses[i];
    const auto address = cell_of(platform, bus.from.component);
    if (!address || bus.cut_at == 0) continue;
    cells[*address].bus_leads[bus.from.port] = true;
    cells[*address].lines[bus.from.port] = system.bus_probes()[i].lines;
  }
  return cells;
}

std::vector<BusProbe> traced_busses(const System& system) {
  std::vector<BusProbe> busses;
  const Platform& platform = system.platform();
  for (std::size_t i = 0; i < platform.busses.size(); ++i) {
    const BusProbe& probe = system.bus_probes()[i];
    if (cell_of(platform, platform.busses[i].from.component)) continue;
    if (probe.words != nullptr || probe.lines != nullptr) busses.push_back(probe);
  }
  return busses;
}

}  // namespace weft
