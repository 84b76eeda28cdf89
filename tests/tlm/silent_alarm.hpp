// For a wheel that no kernel turns.
#pragma once

#include <vector>

#include "tlm/engine/wheel.hpp"

namespace weft {

/// Wakes nobody, and notes what it was told.
struct SilentAlarm : Wheel::Alarm {
  std::vector<Time> told;
  void earliest(Time time) override { told.push_back(time); }
};

}  // namespace weft
