#include "hw/common/cycle_process.hpp"

#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft {

CycleProcess::CycleProcess(sc_core::sc_module_name name, std::function<void(Time)> evaluate)
    : sc_module(name), evaluate_(std::move(evaluate)) {
  SC_METHOD(run);
  sensitive << due_;
  dont_initialize();
}

void CycleProcess::evaluate_at(Time time) {
  if (time >= armed_) return;
  armed_ = time;
  const Time now = kernel_time();
  due_.notify(sc_core::sc_time::from_value(time > now ? time - now : 0));
}

void CycleProcess::run() {
  second_delta_ = !second_delta_;
  if (second_delta_) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  armed_ = never;
  evaluate_(kernel_time());
}

}  // namespace weft
