// An iWarp cell without its pins.
#pragma once

#include "hw/common/cycle_driver.hpp"
#include "hw/iwarp/communication_agent.hpp"
#include "hw/iwarp/computation_port.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// The agents of a cell, in one clock.
class IwarpCore {
 public:
  /// Parameters must have been checked.
  IwarpCore(const IwarpParameters& parameters, BusLines& lines, CycleDriver& driver)
      : communication_(parameters, lines, driver), computation_(parameters, communication_) {}

  /// One edge of the clock; called by the CycleDriver.
  void evaluate(Time now) { communication_.evaluate(now); }

  CommunicationAgent& communication() { return communication_; }
  const CommunicationAgent& communication() const { return communication_; }
  ComputationPort& computation() { return computation_; }

 private:
  CommunicationAgent communication_;
  ComputationPort computation_;
};

}  // namespace weft
