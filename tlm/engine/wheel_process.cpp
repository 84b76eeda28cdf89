#include "tlm/engine/wheel_process.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

WheelProcess::WheelProcess(sc_core::sc_module_name name) : sc_module(name), wheel_(*this) {
  SC_METHOD(turn);
  sensitive << due_;
  dont_initialize();
}

void WheelProcess::turn() {
  const Time now = kernel_time();
  wheel_.fire(now);
  if (const Time next = wheel_.next(); next != never) {
    due_.notify(sc_core::sc_time::from_value(next - now));
  }
}

// An earlier notification of an event replaces a later one.
void WheelProcess::earliest(Time time) {
  due_.notify(sc_core::sc_time::from_value(time - kernel_time()));
}

}  // namespace weft
