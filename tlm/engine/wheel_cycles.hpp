// Evaluates a core from the event wheel.
#pragma once

#include "hw/common/cycle_driver.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// The CycleDriver of a core on the wheel, at whatever TLM level. `Core` has `evaluate(Time)`.
template <class Core>
class WheelCycles final : public CycleDriver {
 public:
  /// `core` need not be constructed yet.
  WheelCycles(Wheel& wheel, Core& core)
      : wheel_(&wheel),
        core_(&core),
        entry_(WheelEntry::calling<&WheelCycles::run>(this, Phase::act)) {
    entry_.needs_lines(core_);
  }

  void evaluate_at(Time time) override {
    if (time < entry_.time()) wheel_->schedule(entry_, time);
  }

 private:
  void run() { core_->evaluate(wheel_->now()); }

  Wheel* wheel_;
  Core* core_;
  WheelEntry entry_;
};

}  // namespace weft
