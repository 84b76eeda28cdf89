// Tokens and utilisation of the links of a run, from the counters of the link ends.
#pragma once

#include <vector>

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// The counters of all link ends at one time; the difference of two of them is what happened
/// between. It costs nothing while the simulation runs.
class LinkSnapshot {
 public:
  /// `now` in ps.
  LinkSnapshot(const System& system, Time now);

  /// Utilisation of each direction since `before`, over `duration` ps, 0..1, in the order of
  /// System::link_probes: the part of the time that it carried other than NULs.
  std::vector<double> utilisation_since(const LinkSnapshot& before, Time duration,
                                        const System& system) const;
  /// What was transmitted since `before`, over `duration` ps: token-hops, mean and highest
  /// utilisation, and those of the internal links, between routers (thesis definition 3.1), where
  /// there are others. Of C104s and T9000s that are all at `packet` level the mean occupancy too: a
  /// link is occupied while it carries a packet, and while one that has its turn waits for room
  /// (thesis figure 5.1).
  ReportedValues report_since(const LinkSnapshot& before, Time duration,
                              const System& system) const;

 private:
  std::vector<LinkCounters> counters_;
};

}  // namespace weft
