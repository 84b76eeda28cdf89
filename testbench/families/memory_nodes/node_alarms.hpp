// What nodes with memory have not ended, or have lost.
#pragma once

#include <string>

#include "platforms/system.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// At the end of a run, by name: nodes that are still at work, with what their memory has not
/// answered, and ports to memories of messages that have not; and packets that have left by a port
/// that leads nowhere.
class NodeAlarms final : public Watch {
 public:
  /// `system` must outlive it.
  explicit NodeAlarms(const System& system) : system_(&system) {}

  std::string look(Time) override { return {}; }
  Alarms alarms(Time now) const override;

 private:
  const System* system_;
};

}  // namespace weft
