// The iWarp cells of a system.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/cell_agents.hpp"

namespace weft {

class System;

/// What a testbench sees of a cell, the same at all levels.
struct CellView {
  std::string name;  ///< "node[3,2]"
  std::size_t component = 0;
  unsigned address = 0;
  Time clock = 0;  ///< Period, ps.
  CellAgents* core = nullptr;
  BusReports* reports = nullptr;
  std::array<const BusWires*, bus_count> lines{};  ///< Of output busses; null where there are none.
};

/// By address, the index in Platform::cells.
const std::vector<CellView>& cells_of(const System& system);

}  // namespace weft
