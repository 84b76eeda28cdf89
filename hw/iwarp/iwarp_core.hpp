// An iWarp cell without its pins.
#pragma once

#include "hw/common/cycle_driver.hpp"
#include "hw/iwarp/cell_agents.hpp"
#include "hw/iwarp/communication_agent.hpp"

namespace weft {

/// The agents of a cell, in one clock.
class IwarpCore {
 public:
  /// Throws ParameterError, see check_parameters.
  IwarpCore(const IwarpParameters& parameters, BusLines& lines, BusReports& reports,
            LocalMemory& memory, CycleDriver& driver)
      : communication_(parameters, lines, reports, driver),
        agents_(parameters, communication_, memory) {}

  /// One edge of the clock; called by the CycleDriver. See CommunicationAgent::evaluate.
  Time evaluate(Time now) { return communication_.evaluate(now); }

  CommunicationAgent& communication() { return communication_; }
  const CommunicationAgent& communication() const { return communication_; }
  CellAgents& agents() { return agents_; }
  MemoryAgent& memory() { return agents_.memory(); }
  ComputationPort& computation() { return agents_.computation(); }
  const ComputationPort& computation() const { return agents_.computation(); }

 private:
  CommunicationAgent communication_;
  CellAgents agents_;
};

}  // namespace weft
