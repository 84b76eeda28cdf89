// The iWarp cells of a system.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

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
};

/// By address, the index in cells_of.
const std::vector<CellView>& cells_of(const System& system);

}  // namespace weft
