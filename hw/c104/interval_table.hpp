// Interval labelling: from a header to what becomes of the packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "hw/c104/interval.hpp"
#include "hw/common/counted.hpp"

namespace weft {

/// The interval table of one input link (facts.md, C104): limits in ascending order; a header
/// belongs to the first interval whose limit is above it. A header that is not below the last limit
/// is invalid. Read as a std::vector; copies share their intervals until one of them is written to.
class IntervalTable {
 public:
  IntervalTable() = default;
  IntervalTable(std::vector<Interval> intervals) {
    if (!intervals.empty()) shared_ = CountedPtr<Shared>::make(std::move(intervals));
  }
  IntervalTable(std::initializer_list<Interval> intervals)
      : IntervalTable(std::vector<Interval>(intervals)) {}

  const Interval& lookup(std::uint32_t header) const { return lookup(intervals(), header); }
  /// The same in intervals that are in the order of their limits.
  static const Interval& lookup(std::span<const Interval> all, std::uint32_t header) {
    static constexpr Interval invalid{0, IntervalAction::invalid, 0, 0};
    // By halves, without a branch that a processor would have to guess: a compiler makes one of a
    // choice, none of a mask.
    const Interval* found = all.data();
    const Interval* const end = found + all.size();
    for (std::size_t left = all.size(); left != 0; left /= 2) {
      const std::size_t half = (left + 1) / 2;
      found += half & (std::size_t{0} - std::size_t{found[half - 1].limit <= header});
    }
    return found == end ? invalid : *found;
  }

  /// They are asked for soon: fetches from memory where `lookup` begins. Inlined, as GCC leaves out
  /// a call that does nothing else.
  [[gnu::always_inline]] static void prefetch(std::span<const Interval> all) {
    __builtin_prefetch(all.data() + all.size() / 2);
  }

  bool empty() const { return intervals().empty(); }
  std::size_t size() const { return intervals().size(); }
  const Interval* data() const { return intervals().data(); }
  const Interval* begin() const { return data(); }
  const Interval* end() const { return data() + size(); }
  const Interval& operator[](std::size_t index) const { return intervals()[index]; }
  const Interval& back() const { return intervals().back(); }

  void push_back(const Interval& interval) { own_intervals().push_back(interval); }
  void clear() { shared_.reset(); }
  /// For writing.
  std::vector<Interval>& own_intervals() {
    if (!shared_) {
      shared_ = CountedPtr<Shared>::make();
    } else if (shared_.use_count() > 1) {
      shared_ = CountedPtr<Shared>::make(shared_->intervals);
    }
    return shared_->intervals;
  }

  friend bool operator==(const IntervalTable& one, const IntervalTable& other) {
    return one.shared_ == other.shared_ || one.intervals() == other.intervals();
  }

 private:
  struct Shared : Counted {
    Shared() = default;
    explicit Shared(std::vector<Interval> of) : intervals(std::move(of)) {}
    std::vector<Interval> intervals;
  };

  static inline const std::vector<Interval> none;

  const std::vector<Interval>& intervals() const { return shared_ ? shared_->intervals : none; }

  CountedPtr<Shared> shared_;
};

}  // namespace weft
