// The single SystemC process that turns the event wheel.
#pragma once

#include <systemc>

#include "tlm/engine/wheel.hpp"

namespace weft {

/// Owns the wheel of a platform. Woken once, it goes on from each time of the wheel to the next one
/// by itself, as far as nothing else of the kernel is due before (step_kernel); only then it waits.
class WheelProcess : public sc_core::sc_module, private Wheel::Alarm {
 public:
  SC_HAS_PROCESS(WheelProcess);

  explicit WheelProcess(sc_core::sc_module_name name);

  Wheel& wheel() { return wheel_; }

 private:
  void turn();
  void earliest(Time time) override;

  sc_core::sc_event due_{"due"};
  Wheel wheel_;
};

}  // namespace weft
