// Which processors do faults part?
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/checks/header_flow.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The pairs whose packets are discarded because of a fault, by an interval that says so
/// (`RoutingTable::faulty`) or where all links of a hunt group are dead: on some of
/// the ways that they can take, each of which the arbiters may choose. By source, then destination.
/// Headers go back from where they are discarded range by range, as in HeaderFlow.
std::vector<UnreachablePair> unreachable_pairs(const HeaderFlow& flow);

}  // namespace weft
