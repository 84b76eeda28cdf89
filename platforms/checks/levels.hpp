// What components and links can do at their levels.
#pragma once

#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for bit errors and faults of links that carry whole packets (is_of_packets);
/// for contention left out where a component is not at `packet`; where a link leads from `stream`
/// to another level, and where two links at `stream` have different rates; and for what the types
/// of components refuse where they stand (ComponentType::check_placed, ComponentModules::check).
/// `contention` is where the key of the platform stands.
void check_levels(const Platform& platform, const Place& contention);

}  // namespace weft
