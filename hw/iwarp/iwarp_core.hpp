// An iWarp cell without its pins.
#pragma once

#include "hw/common/cycle_driver.hpp"
#include "hw/iwarp/communication_agent.hpp"
#include "hw/iwarp/computation_port.hpp"
#include "hw/iwarp/local_memory.hpp"
#include "hw/iwarp/memory_agent.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// The agents of a cell, in one clock. The memory agent comes before the program at each edge: it
/// steals the cycles of the memory bus.
class IwarpCore {
 public:
  /// Parameters must have been checked.
  IwarpCore(const IwarpParameters& parameters, BusLines& lines, LocalMemory& memory,
            CycleDriver& driver)
      : communication_(parameters, lines, driver),
        memory_(parameters, communication_, memory),
        computation_(parameters, communication_, memory_) {}

  /// One edge of the clock; called by the CycleDriver.
  void evaluate(Time now) { communication_.evaluate(now); }

  CommunicationAgent& communication() { return communication_; }
  const CommunicationAgent& communication() const { return communication_; }
  MemoryAgent& memory() { return memory_; }
  ComputationPort& computation() { return computation_; }
  const ComputationPort& computation() const { return computation_; }

 private:
  CommunicationAgent communication_;
  MemoryAgent memory_;
  ComputationPort computation_;
};

}  // namespace weft
