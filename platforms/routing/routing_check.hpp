// What a routing algorithm must say of its network, whoever has made it.
#pragma once

#include <string>

#include "platforms/netlist/place.hpp"

namespace weft {

class Routing;

/// Throws InputError at `place`, with `what` ("the routing along on a chain"), for what a user's
/// algorithm may have wrong and nothing behind it could tell: labels that are not each router with
/// processors once, lanes that differ at the ends of a fat link or in number, an order of links
/// that has not each lane of each slot once, a kind of input that there is not.
void require_sound(const Routing& routing, const std::string& what, const Place& place);

}  // namespace weft
