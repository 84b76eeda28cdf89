// The method process that evaluates a core at `signal` level.
#pragma once

#include <functional>

#include <systemc>

#include "hw/common/cycle_driver.hpp"

namespace weft {

/// Sleeps until the core asks for an evaluation. It acts in the second delta cycle of a time: all
/// transmitters have then begun the tokens of that time, in whatever order the kernel runs them.
class CycleProcess : public sc_core::sc_module, public CycleDriver {
 public:
  SC_HAS_PROCESS(CycleProcess);

  CycleProcess(sc_core::sc_module_name name, std::function<void(Time)> evaluate);

  void evaluate_at(Time time) override;

 private:
  void run();

  std::function<void(Time)> evaluate_;
  sc_core::sc_event due_{"due"};
  Time armed_ = never;
  bool second_delta_ = false;
};

}  // namespace weft
