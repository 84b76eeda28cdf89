// One interval of an interval table.
#pragma once

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
/// A hunt group is `group_size` consecutive links from `first_link` on.
struct Interval {
  std::uint32_t limit = 0;  ///< Exclusive upper bound, 1..65536.
  IntervalAction action = IntervalAction::route;
  unsigned first_link = 0;
  unsigned group_size = 1;

  /// The links of its hunt group, a bit each.
  std::uint64_t links() const {
    return group_size == 0 ? 0 : ~std::uint64_t{0} >> (64 - group_size) << first_link;
  }

  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace weft
