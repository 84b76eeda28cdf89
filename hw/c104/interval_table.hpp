// Interval labelling: from a header to what becomes of the packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/c104/parameters.hpp"

namespace weft {

/// The interval table of one input link (facts.md, C104): limits in ascending order; a header
/// belongs to the first interval whose limit is above it. A header that is not below the last limit
/// is invalid. Copies share their intervals until one of them is written to.
class IntervalTable {
 public:
  IntervalTable() = default;
  explicit IntervalTable(std::vector<Interval> intervals)
      : intervals_(std::make_shared<std::vector<Interval>>(std::move(intervals))) {}

  const Interval& lookup(std::uint32_t header) const {
    static const Interval invalid{0, IntervalAction::invalid, 0, 0};
    // By halves, without a branch that a processor would have to guess.
    const Interval* found = intervals_->data();
    const Interval* const end = found + intervals_->size();
    for (std::size_t left = intervals_->size(); left != 0; left /= 2) {
      const std::size_t half = (left + 1) / 2;
      found += found[half - 1].limit <= header ? half : 0;
    }
    return found == end ? invalid : *found;
  }

  const std::vector<Interval>& intervals() const { return *intervals_; }
  /// For writing.
  std::vector<Interval>& own_intervals() {
    if (intervals_.use_count() > 1) {
      intervals_ = std::make_shared<std::vector<Interval>>(*intervals_);
    }
    return *intervals_;
  }

 private:
  std::shared_ptr<std::vector<Interval>> intervals_ = std::make_shared<std::vector<Interval>>();
};

}  // namespace weft
