// Two iWarp cells with coroutine programs.
#pragma once

#include <string>

#include "platforms/components/cells.hpp"
#include "platforms/system.hpp"
#include "testbench/families/iwarp/cell_waits.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "tests/support/ready_platform.hpp"
#include "tests/support/run_for.hpp"

namespace weft::test {

/// Two cells, joined both ways, with programs of one's own.
struct Pair {
  explicit Pair(const std::string& name)
      : platform(ready("iwarp_pair", {"workload={type: none}"})),
        system(name.c_str(), platform),
        left(cells_of(system)[0]),
        right(cells_of(system)[1]) {}

  ProgramPositions positions() const {
    ProgramPositions all;
    for (const CellProcess& process : processes) all[process.cell().component] = &process;
    return all;
  }

  Platform platform;
  System system;
  CellProcessSet processes;
  const CellView& left;
  const CellView& right;
};

/// To a cell on that side.
inline Pathway straight(Bus bus, unsigned from, unsigned to) {
  Pathway pathway;
  pathway.bus = bus;
  pathway.header = {{.address = to, .origin = from}};
  return pathway;
}

}  // namespace weft::test
