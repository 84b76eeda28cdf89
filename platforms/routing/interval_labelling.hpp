// Interval labelling: the tables of the routers of a generated network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// Consecutive links, any free one of which is taken (grouped adaptive routing).
struct HuntGroup {
  unsigned first_link = 0;
  unsigned size = 1;

  friend bool operator==(const HuntGroup&, const HuntGroup&) = default;
};

/// Headers that lead to one processor.
struct HeaderOwner {
  std::uint32_t min_header = 0;
  std::uint32_t max_header = 0;
  std::size_t node = 0;  ///< Whose router it hangs on.
  HuntGroup exit;        ///< By which it leaves that router.
};

/// The links of a fat link that is `width` links wide, or of a lane of it.
HuntGroup links_of(const Hop& hop, unsigned width);

/// The table of the router at `node`, the same for all its links: neighbouring headers that leave
/// by the same hunt group share an interval. Headers that belong to nobody fall to the interval
/// before them, so that no intervals are spent on them. `owners` are in the order of their headers
/// and do not overlap.
std::vector<Interval> label_intervals(const Topology& topology, unsigned width, std::size_t node,
                                      const std::vector<HeaderOwner>& owners);

}  // namespace weft
