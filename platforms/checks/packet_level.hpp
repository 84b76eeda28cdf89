// What holds for components at `packet` level.
#pragma once

#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for what only `packet` level has where a component is at another, and for what
/// it lacks: headers that are deleted. Random headers need it at all C104s or at none. `contention`
/// is where the key of the platform stands.
void check_packet_level(const Platform& platform, const Place& contention);

}  // namespace weft
