#include "tlm/engine/wheel_process.hpp"

#include "hw/common/kernel_time.hpp"
#include "tlm/engine/kernel_steps.hpp"

namespace weft {

WheelProcess::WheelProcess(sc_core::sc_module_name name) : sc_module(name), wheel_(*this) {
  SC_METHOD(turn);
  sensitive << due_;
  dont_initialize();
}

void WheelProcess::turn() {
  Time next = kernel_time();
  do {
    next = wheel_.fire(next);
  } while (next != never && step_kernel(next));
  if (next != never) due_.notify(sc_core::sc_time::from_value(next - kernel_time()));
}

// An earlier notification of an event replaces a later one.
void WheelProcess::earliest(Time time) {
  due_.notify(sc_core::sc_time::from_value(time - kernel_time()));
}

}  // namespace weft
