// What holds for components at `packet` level.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for what only `packet` level has where a component is at another, and for what
/// it lacks: headers that are deleted. Random headers need it at all C104s or at none. `contention`
/// is the key of the platform; null without one.
void check_packet_level(const Platform& platform, const Node* contention);

}  // namespace weft
