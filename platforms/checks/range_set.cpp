#include "platforms/checks/range_set.hpp"

#include <algorithm>

namespace weft {

std::size_t RangeSet::first_to(std::uint32_t header) const {
  const auto found = std::lower_bound(
      ranges_.begin(), ranges_.end(), header,
      [](const HeaderRange& range, std::uint32_t value) { return range.last < value; });
  return static_cast<std::size_t>(found - ranges_.begin());
}

bool RangeSet::contains(std::uint32_t header) const {
  const std::size_t at = first_to(header);
  return at < ranges_.size() && ranges_[at].first <= header;
}

void RangeSet::add(HeaderRange range, RangeSet& added) {
  std::uint32_t next = range.first;  // the first header that may be new
  for (std::size_t i = first_to(range.first); i < ranges_.size() && ranges_[i].first <= range.last;
       ++i) {
    if (next < ranges_[i].first) added.add({next, ranges_[i].first - 1});
    next = ranges_[i].last + 1;
  }
  if (next <= range.last) added.add({next, range.last});
  add(range);
}

void RangeSet::add(HeaderRange range) {
  // ranges that touch the new one become one with it
  const std::size_t begin = first_to(range.first == 0 ? 0 : range.first - 1);
  std::size_t end = begin;
  while (end < ranges_.size() && ranges_[end].first <= range.last + 1) ++end;
  const auto at = ranges_.begin() + static_cast<std::ptrdiff_t>(begin);
  if (begin == end) {
    ranges_.insert(at, range);
    return;
  }
  *at = {std::min(range.first, at->first), std::max(range.last, ranges_[end - 1].last)};
  ranges_.erase(at + 1, ranges_.begin() + static_cast<std::ptrdiff_t>(end));
}

void RangeSet::add(std::span<const HeaderRange> ranges) {
  for (const HeaderRange& range : ranges) add(range);
}

RangeSet RangeSet::within(HeaderRange range) const {
  RangeSet result;
  for (std::size_t i = first_to(range.first); i < ranges_.size() && ranges_[i].first <= range.last;
       ++i) {
    result.ranges_.push_back(
        {std::max(range.first, ranges_[i].first), std::min(range.last, ranges_[i].last)});
  }
  return result;
}

RangeSet RangeSet::without(HeaderRange range) const {
  RangeSet result;
  for (const HeaderRange& mine : ranges_) {
    if (mine.last < range.first || mine.first > range.last) {
      result.ranges_.push_back(mine);
      continue;
    }
    if (mine.first < range.first) result.ranges_.push_back({mine.first, range.first - 1});
    if (mine.last > range.last) result.ranges_.push_back({range.last + 1, mine.last});
  }
  return result;
}

}  // namespace weft
