// DS-Links that are not what they should be at the end of a run.
#pragma once

#include <string>

#include "platforms/system.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Tells of links that are not in Run at the end, where they have a start-up at all (not at
/// `packet` and `stream`) and no fault has cut them. It is a failure if the link had the time to
/// start, and no error was asked for on it.
class LinkAlarms final : public Watch {
 public:
  /// `system` must outlive it.
  explicit LinkAlarms(const System& system) : system_(&system) {}

  std::string look(Time) override { return {}; }
  Alarms alarms(Time now) const override;

 private:
  const System* system_;
};

}  // namespace weft
