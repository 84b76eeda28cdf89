// A watchdog that knows programs on T9000s.
#pragma once

#include <memory>

#include "testbench/families/transputers/program_waits.hpp"
#include "testbench/watchdog/watchdog.hpp"

namespace weft {

class TransputerWatchdog : public Watchdog {
 public:
  TransputerWatchdog(const System& system, const ProcessSet* processes, Time period)
      : Watchdog(system, period) {
    add(std::make_unique<ProgramWaits>(system, processes));
  }
};

}  // namespace weft
