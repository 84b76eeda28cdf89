// Tokens and utilisation of the links of a run, from the counters of the link ends.
#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// What all links transmit from one time on: the counters of their ends less those of then. It
/// costs nothing while the simulation runs, and no memory where nothing was counted yet.
class LinkReport {
 public:
  /// From `now` on, ps; `system` outlives it.
  LinkReport(const System& system, Time now);

  /// Utilisation of each direction up to `now`, over `duration` ps, 0..1, in the order of
  /// System::link_probes: the part of the time that it carried other than NULs.
  std::vector<double> utilisation(Time now, Time duration) const;
  /// What was transmitted up to `now`, over `duration` ps: token-hops, mean and highest
  /// utilisation, and those of the internal links, between routers (thesis definition 3.1), where
  /// there are others. Of C104s and T9000s that are all at `packet` level the mean occupancy too: a
  /// link is occupied while it carries a packet, and while one that has its turn waits for room
  /// (thesis figure 5.1).
  ReportedValues report(Time now, Time duration) const;

 private:
  LinkCounters counted(std::size_t link, Time now) const;

  const System* system_;
  std::vector<LinkCounters> before_;  // empty: all were 0
};

}  // namespace weft
