// Tables that avoid what is dead.
#pragma once

#include <cstddef>
#include <map>

#include "platforms/platform.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/processors.hpp"

namespace weft {

/// Fills in `routers`, and `rewrites` where faults in the run make an algorithm that routes around
/// them choose other ways. `network` may be null. Throws InputError: see make_tables.
void route(Platform& platform, const Network* network,
           const std::multimap<std::size_t, Attachment>& attachments);

/// Checks that every packet arrives that no fault keeps from it and that nothing can deadlock, from
/// the start and after each fault; fills in `unreachable`. Throws InputError: see
/// check_reachability and check_deadlock.
void check_routing(Platform& platform);

}  // namespace weft
