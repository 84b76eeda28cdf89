// Words on the busses of iWarp cells, and how long their programs were stalled.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "platforms/components/cells.hpp"
#include "platforms/system.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// Observes all cells of a system, and asks the ports of all busses what they have counted.
class CellStatistics {
 public:
  /// `warm_up` in ps. To be made before the run; the system must outlive it.
  CellStatistics(System& system, Time warm_up);

  /// Words that all busses have carried, from the start on.
  std::uint64_t words() const;
  /// By Platform::busses: the part of the time from the warm-up to `now` that it carried words,
  /// 0..1.
  std::vector<double> utilisation(Time now) const;
  /// From the warm-up to `now`; bus by bus on a small platform. Nothing without cells and busses.
  /// What cells have thrown away, and begin markers on pathways that were open, from the start on,
  /// by channel, if there were any.
  ReportedValues report(Time now) const;
  /// Of these what was thrown away and begun again, with what may be and was not, if that is asked
  /// for.
  ReportedValues losses(bool all_that_may_be) const;

 private:
  static constexpr std::size_t most_listed = 16;  // busses

  /// Sees the computation agent at each edge at which it is called; between two of them nothing
  /// changes.
  class StallCounter final : public CellClient {
   public:
    StallCounter(const ComputationPort& port, Time warm_up) : port_(&port), seen_(warm_up) {}
    void clock(Time now) override;
    Time next() const override { return never; }
    bool only_observes() const override { return true; }
    /// From the warm-up to `now`, ps.
    Time stalled(Time now) const {
      return stalled_ + (was_stalled_ && now > seen_ ? now - seen_ : 0);
    }

   private:
    const ComputationPort* port_;
    Time seen_;
    Time stalled_ = 0;
    bool was_stalled_ = false;
  };

  const System* system_;
  Time warm_up_;
  std::deque<StallCounter> stalls_;  // by address
};

}  // namespace weft
