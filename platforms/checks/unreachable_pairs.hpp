// Which processors do faults part?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/checks/header_flow.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {

/// What was found, and what that has cost.
struct UnreachablePairs {
  std::vector<UnreachablePair> pairs;  ///< By source, then destination.
  std::uint64_t looks = 0;             ///< At a channel, for what fails behind it.
};

/// The pairs whose packets are discarded because of a fault, by an interval that says so
/// (`RoutingTable::faulty`) or where all links of a hunt group are dead: on some of
/// the ways that they can take, each of which the arbiters may choose. Headers go back from where
/// they are discarded range by range, as in HeaderFlow.
UnreachablePairs unreachable_pairs(const HeaderFlow& flow);

}  // namespace weft
