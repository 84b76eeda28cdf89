// The mean of times, and nothing else of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// To the last digit what the mean of a LatencySeries of the same times is, for less: a sum of
/// whole numbers, which no order changes.
class TimeMean {
 public:
  /// `now`, at which it was measured, never goes back; both in ps.
  void add(Time now, Time time) {
    if (count_ == 0) {
      begun_ = now;
      origin_ = time;
    } else if (now == begun_) {
      origin_ = std::min(origin_, time);
    }
    sum_ += time;
    ++count_;
  }

  std::uint64_t count() const { return count_; }
  /// ps; 0 without times.
  double mean() const {
    if (count_ == 0) return 0;
    const auto offsets = static_cast<std::int64_t>(sum_ - origin_ * count_);
    return static_cast<double>(origin_) +
           static_cast<double>(offsets) / static_cast<double>(count_);
  }

  /// Of the times of both.
  friend TimeMean operator+(const TimeMean& a, const TimeMean& b) {
    if (a.count_ == 0) return b;
    if (b.count_ == 0) return a;
    TimeMean both = a.begun_ <= b.begun_ ? a : b;
    if (a.begun_ == b.begun_) both.origin_ = std::min(a.origin_, b.origin_);
    both.sum_ = a.sum_ + b.sum_;
    both.count_ = a.count_ + b.count_;
    return both;
  }

 private:
  std::uint64_t count_ = 0;
  Time sum_ = 0;
  Time begun_ = 0;   // when the first ones were measured; the least of them is where
  Time origin_ = 0;  // a Distribution counts from
};

}  // namespace weft
