#include "testbench/waveforms/traced_cell.hpp"

namespace weft {

std::vector<TracedCell> traced_cells(const System& system, const ProgramPositions& positions) {
  std::vector<TracedCell> cells;
  for (const CellView& view : system.cells()) {
    cells.push_back({view, view.address < positions.size() ? positions[view.address] : nullptr});
  }
  const Platform& platform = system.platform();
  for (const BusSpec& bus : platform.busses) {
    if (bus.cut_at != 0)
      cells[*platform.cell_of(bus.from.component)].bus_leads[bus.from.port] = true;
  }
  return cells;
}

}  // namespace weft
