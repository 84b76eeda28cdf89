// The ticks of the packet chips of a hypercube.
#pragma once

#include <cstddef>

#include "hw/common/cycle_driver.hpp"
#include "hw/hypercube/chip_calendar.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// A calendar, with one entry of the wheel for the next tick at which
/// any of them has something to do.
class HypercubeChipTicks final : private CycleDriver {
 public:
  /// For a cube of such chips, or a part of it. The wheel must outlive it.
  HypercubeChipTicks(Wheel& wheel, const HypercubeChipParameters& parameters)
      : wheel_(&wheel),
        entry_(WheelEntry::calling<&HypercubeChipTicks::fire>(this, Phase::act)),
        calendar_(HypercubeChipTimes(parameters), std::size_t{1} << parameters.degree, *this) {}
  HypercubeChipTicks(const HypercubeChipTicks&) = delete;
  HypercubeChipTicks& operator=(const HypercubeChipTicks&) = delete;

  HypercubeChipCalendar& calendar() { return calendar_; }

 private:
  void evaluate_at(Time time) override { wheel_->schedule(entry_, time); }
  void fire() { calendar_.drive(wheel_->now()); }

  Wheel* wheel_;
  WheelEntry entry_;
  HypercubeChipCalendar calendar_;
};

}  // namespace weft
