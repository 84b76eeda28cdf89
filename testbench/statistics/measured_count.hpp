// A counter that knows the warm-up.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// Counts everything, and apart from that what happened from the end of the warm-up on.
class MeasuredCount {
 public:
  /// `warm_up` in ps.
  explicit MeasuredCount(Time warm_up = 0) : warm_up_(warm_up) {}

  void add(Time now, std::uint64_t amount = 1) {
    total_ += amount;
    if (now >= warm_up_) measured_ += amount;
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t measured() const { return measured_; }
  /// What was counted after the warm-up, by the time from then to `now`; 0 before. A second.
  double rate(Time now) const {
    if (now <= warm_up_) return 0;
    return static_cast<double>(measured_) / (static_cast<double>(now - warm_up_) / second);
  }

 private:
  Time warm_up_;
  std::uint64_t total_ = 0;
  std::uint64_t measured_ = 0;
};

}  // namespace weft
