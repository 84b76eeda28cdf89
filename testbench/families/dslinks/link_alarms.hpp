// DS-Links that are not what they should be at the end of a run, or have lost something.
#pragma once

#include <string>

#include "platforms/system.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Tells of links that are not in Run at the end, where they have a start-up at all (not at
/// `packet` and `stream`) and no fault has cut them. It is a failure if the link had the time to
/// start, and no error was asked for on it. And of what was lost between the ends of a link: a
/// failure unless errors were asked for on links.
class LinkAlarms final : public Watch {
 public:
  /// `system` must outlive it.
  explicit LinkAlarms(const System& system) : system_(&system) {}

  std::string look(Time) override { return {}; }
  Alarms alarms(Time now) const override;

 private:
  Alarms not_running(Time now) const;
  Alarms lost(Time now) const;

  const System* system_;
};

}  // namespace weft
