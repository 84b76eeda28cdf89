// Packets and messages that components have thrown away.
#pragma once

#include <string>

#include "platforms/system.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// By what components show as LosesPackets. It is a failure unless errors were asked for on links.
class LossAlarms final : public Watch {
 public:
  /// `system` must outlive it.
  explicit LossAlarms(const System& system) : system_(&system) {}

  std::string look(Time) override { return {}; }
  Alarms alarms(Time now) const override;

 private:
  const System* system_;
};

}  // namespace weft
