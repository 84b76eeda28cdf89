// Routers and links by hand as a network that an algorithm routes.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/resolve/network.hpp"

namespace weft {

/// The C104s of a platform without `network:`, whose `routing:` names an algorithm. Links from one
/// to another that follow each other at both ends are one fat link, of which any free one takes a
/// packet. Parts that are not connected are routed each by itself, so that a T9000 may have a link
/// into each of several. Throws InputError: no c104, an algorithm that does not route any graph, or
/// what the algorithm refuses. Nodes are kept by reference.
Network written_network(const Platform& platform, const Node& routing, const Registry& registry);

}  // namespace weft
