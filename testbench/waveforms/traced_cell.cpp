#include "testbench/waveforms/traced_cell.hpp"

#include "platforms/components/cells.hpp"

namespace weft {

std::vector<TracedCell> traced_cells(const System& system, const ProgramPositions& positions) {
  std::vector<TracedCell> cells;
  for (const CellView& view : cells_of(system)) {
    cells.push_back({view, position_at(positions, view.component)});
  }
  const Platform& platform = system.platform();
  for (const BusSpec& bus : platform.busses) {
    if (bus.cut_at != 0)
      cells[*platform.cell_of(bus.from.component)].bus_leads[bus.from.port] = true;
  }
  return cells;
}

}  // namespace weft
