// What components and links can do at their levels.
#pragma once

#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for bit errors and faults of links that carry whole packets (is_of_packets),
/// and for what each level lacks: see check_packet_level, check_stream_level, check_rtl_level.
/// `contention` is where the key of the platform stands.
void check_levels(const Platform& platform, const Place& contention);

}  // namespace weft
