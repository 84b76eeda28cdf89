// What a topology must be like, whoever has made it.
#pragma once

#include <string>

#include "platforms/netlist/place.hpp"

namespace weft {

struct Topology;

/// Throws InputError at `place`, with the name of the type, for what a user's topology may have
/// wrong and nothing behind it could tell: no router, a name that no component can have, an edge
/// that leaves the routers or their slots, leads from a router to itself, or takes a slot that
/// another one has, a `grid`, `hexagon` or `tree` of other nodes than there are routers.
void require_sound(const Topology& topology, const std::string& type, const Place& place);

}  // namespace weft
