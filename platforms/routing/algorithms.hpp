// The routing algorithms that a netlist may name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/routing/routing.hpp"

namespace weft {

/// One registered type for each, in the order of `weft list`.
std::vector<ComponentType> routing_types();

/// The names of the algorithms that a topology can have, the usual one first.
std::vector<std::string> routings_of(const Registry& registry, const Topology& topology);

/// The algorithm of a routing type on a topology that can have it. `section` is the map that the
/// values were read from, null without one. Throws InputError for bad parameters.
std::unique_ptr<Routing> make_routing(const ParameterValues& values, const Topology& topology,
                                      const Node* section);

/// The same for a network of which some edges are dead, with the labels of the routing that it has;
/// null if the algorithm knows one way only, whatever is dead.
std::unique_ptr<Routing> make_routing_around(const ParameterValues& values, const Routing& routing,
                                             std::vector<bool> dead);

}  // namespace weft
