// Packets of a hypercube that wait for each other's buffers for ever, and programs for messages.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/system.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// A cube stands still if nothing has begun on any of its links between two looks, nothing was
/// still on one or to be answered by a memory at the first, and a node is not idle. Arbitration
/// takes less than the time between looks. Programs stand still if nothing is under way at all, and
/// one of them waits.
class CubeWaits final : public Watch {
 public:
  explicit CubeWaits(const System& system) : system_(&system) {}

  std::string look(Time now) override;

 private:
  std::string look_at_programs(Time now) const;

  const System* system_;
  std::uint64_t begun_ = 0;  // at the look before
  Time looked_ = never;      // when nothing was on a link; else `never`
};

}  // namespace weft
