// One interval of an interval table.
#pragma once

#include <algorithm>
#include <cstdint>

namespace weft {

/// What happens to a packet whose header falls into an interval.
enum class IntervalAction : std::uint8_t {
  route,    ///< To the first free link of the hunt group.
  strip,    ///< Header is deleted and the packet routed by the next one (end of a random phase).
  discard,  ///< Packet is dropped silently.
  invalid,  ///< Packet is dropped and the error flag set.
};

/// One interval of an interval table: headers below `limit` and not below the limit before it.
/// A hunt group is `group_size` consecutive links from `first_link` on. Eight bytes: those of a
/// switch with four neighbours lie on two lines of the host's cache.
struct Interval {
  constexpr Interval() = default;
  /// Links above 255 count as 255, which no switch has either.
  constexpr Interval(std::uint32_t upto, IntervalAction does, unsigned first = 0, unsigned size = 1)
      : limit(upto), action(does), first_link(in_a_byte(first)), group_size(in_a_byte(size)) {}

  std::uint32_t limit = 0;  ///< Exclusive upper bound, 1..65536.
  IntervalAction action = IntervalAction::route;
  std::uint8_t first_link = 0;
  std::uint8_t group_size = 1;

  /// The links of its hunt group, a bit each.
  std::uint64_t links() const {
    return group_size == 0 ? 0 : ~std::uint64_t{0} >> (64U - group_size) << first_link;
  }

  friend bool operator==(const Interval&, const Interval&) = default;

 private:
  static constexpr std::uint8_t in_a_byte(unsigned number) {
    return static_cast<std::uint8_t>(std::min(number, 255U));
  }
};

}  // namespace weft
