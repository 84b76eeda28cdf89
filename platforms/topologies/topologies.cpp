#include "platforms/topologies/topologies.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "platforms/netlist/section.hpp"
#include "platforms/registry/type_list.hpp"
#include "platforms/topologies/topology_request.hpp"

// One line for each: <name>_type() in a file of its own.
#define WEFT_TOPOLOGIES(TOPOLOGY) \
  TOPOLOGY(mesh)                  \
  TOPOLOGY(torus)                 \
  TOPOLOGY(hypercube)             \
  TOPOLOGY(ring)                  \
  TOPOLOGY(express_cube)          \
  TOPOLOGY(hexagonal)             \
  TOPOLOGY(star)                  \
  TOPOLOGY(fully_connected)       \
  TOPOLOGY(fat_tree)              \
  TOPOLOGY(clos)                  \
  TOPOLOGY(graph)

namespace weft {

WEFT_TOPOLOGIES(WEFT_DECLARE_TYPE)

std::vector<ComponentType> topology_types() { return {WEFT_TOPOLOGIES(WEFT_MAKE_TYPE)}; }

void TopologyRequest::require(std::string_view key, std::string_view example) const {
  if (values.is_set(key)) return;
  missing_key(network, "network", key, fmt::format("expected `{}:`, such as {}", key, example));
}

namespace {

// Whether it is a type of router at all is checked where routers are made.
bool has_adaptive_routers(const Node& network) {
  const Node* router = network.find("router");
  const Node* type = router != nullptr ? value_of(*router, "type") : nullptr;
  return type != nullptr && (type->text == "chaos_router" || type->text == "forced_router");
}

// What a user's topology may have wrong: nothing behind it could tell.
void require_edges_within(const Topology& topology, const std::string& type, const Place& place) {
  const auto require = [&](std::size_t edge, std::size_t router, unsigned slot) {
    if (router >= topology.size()) {
      throw InputError(
          place,
          fmt::format("the topology '{}', whose edge {} leads to router {}", type, edge, router),
          fmt::format("expected one of its {} routers, from 0", topology.size()));
    }
    if (slot >= topology.routers[router].slots) {
      throw InputError(
          place,
          fmt::format("the topology '{}', whose edge {} leads to slot {} of '{}'", type, edge, slot,
                      topology.routers[router].name),
          fmt::format("expected one of its {} slots, from 0", topology.routers[router].slots));
    }
  };
  for (std::size_t i = 0; i < topology.edges.size(); ++i) {
    const TopologyEdge& edge = topology.edges[i];
    require(i, edge.from, edge.from_slot);
    require(i, edge.to, edge.to_slot);
  }
}

}  // namespace

Topology make_topology(const ParameterValues& values, std::optional<unsigned> processors,
                       const Node& network) {
  Topology topology = values.type().make_topology({values, network, processors});
  require_edges_within(topology, values.type().name, network.place);
  topology.adaptive = has_adaptive_routers(network);
  return topology;
}

}  // namespace weft
