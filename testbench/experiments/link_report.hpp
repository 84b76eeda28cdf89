// Tokens and utilisation of the links of a run, from the counters of the link ends.
#pragma once

#include <vector>

#include "platforms/system.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// The counters of all link ends at one time; the difference of two of them is what happened
/// between. It costs nothing while the simulation runs.
class LinkSnapshot {
 public:
  explicit LinkSnapshot(const System& system);

  /// What was transmitted since `before`, over `duration` ps: token-hops, mean and highest
  /// utilisation (the part of the time that a direction of a link carried other than NULs).
  ReportedValues report_since(const LinkSnapshot& before, Time duration,
                              const System& system) const;

 private:
  std::vector<LinkCounters> counters_;
};

}  // namespace weft
