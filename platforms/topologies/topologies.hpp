// The topologies that a netlist may name.
#pragma once

#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/component_type.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// One registered type for each, in the order of `weft list`.
std::vector<ComponentType> topology_types();

/// Makes the network of a topology type with `processors` on each router that has any; nothing
/// stands for what is usual. `network` is the map that the values were read from; its `router:` is
/// looked up in `registry`. Throws InputError: a size that is missing, contradicts another or is
/// too large, a bad graph, what makes no sense (require_sound).
Topology make_topology(const ParameterValues& values, std::optional<unsigned> processors,
                       const Node& network, const Registry& registry);

}  // namespace weft
