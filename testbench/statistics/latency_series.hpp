// Latencies as they come in, the same whatever order those of one time are reported in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/statistics/batch_means.hpp"
#include "testbench/statistics/distribution.hpp"

namespace weft {

/// A distribution of latencies and the interval of their mean. What arrives at one time has no
/// order of its own: levels report it as they come to it. Batches, and the rounding of sums, depend
/// on the order; so latencies of one time are taken by size.
class LatencySeries {
 public:
  /// What is known of them in the end; an interval costs batches.
  enum class Keeps : std::uint8_t { distribution, interval };

  explicit LatencySeries(Keeps keeps = Keeps::interval) : keeps_(keeps) {}

  /// `now`, at which it was measured, never goes back; both in ps.
  void add(Time now, Time latency) {
    if (now != now_) settle();
    now_ = now;
    pending_.push_back(latency);
  }

  /// ps
  const Distribution& distribution() const {
    settle();
    return distribution_;
  }
  std::uint64_t count() const { return distribution().count(); }
  /// Half of the 95 % interval of the mean, ps; see BatchMeans. Nothing where none is kept.
  std::optional<double> half_width_95() const;

 private:
  void settle() const {
    if (pending_.size() > 1) std::sort(pending_.begin(), pending_.end());
    for (const Time latency : pending_) {
      distribution_.add(latency);
      if (keeps_ == Keeps::interval) batches_.add(static_cast<double>(latency));
    }
    pending_.clear();
  }

  Keeps keeps_;
  Time now_ = 0;
  // what has been added counts, whether it has been put in its place or not
  mutable std::vector<Time> pending_;
  mutable Distribution distribution_;
  mutable BatchMeans batches_;
};

}  // namespace weft
