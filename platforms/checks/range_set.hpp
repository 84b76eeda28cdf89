// Sets of headers as sorted, disjoint ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// The headers from `first` to `last`, both included.
struct HeaderRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  friend bool operator==(const HeaderRange&, const HeaderRange&) = default;
};

/// A set of headers below 2^32 - 1. Its ranges are in ascending order and never touch, so equal
/// sets have equal ranges. Adding costs one search and a move of the ranges behind; interval
/// labelling keeps them few.
class RangeSet {
 public:
  bool empty() const { return ranges_.empty(); }
  std::span<const HeaderRange> ranges() const { return ranges_; }
  bool contains(std::uint32_t header) const;

  /// Adds a range; whatever of it was new is also added to `added`, another set.
  void add(HeaderRange range, RangeSet& added);
  void add(HeaderRange range);
  void add(std::span<const HeaderRange> ranges);
  /// What of this set lies in `range`.
  RangeSet within(HeaderRange range) const;
  /// What of this set is not in `range`.
  RangeSet without(HeaderRange range) const;

  friend bool operator==(const RangeSet&, const RangeSet&) = default;

 private:
  /// Index of the first range that ends at `header` or above.
  std::size_t first_to(std::uint32_t header) const;

  std::vector<HeaderRange> ranges_;
};

}  // namespace weft
