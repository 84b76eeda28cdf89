#include "platforms/topologies/topologies.hpp"

#include <fmt/format.h>

#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/type_list.hpp"
#include "platforms/topologies/topology_check.hpp"
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
bool has_adaptive_routers(const Node& network, const Registry& registry) {
  const Node* router = network.find("router");
  const Node* name = router != nullptr ? value_of(*router, "type") : nullptr;
  const ComponentType* type = name != nullptr ? registry.find(name->text) : nullptr;
  return type != nullptr && type->is(Part::adaptive_router);
}

}  // namespace

Topology make_topology(const ParameterValues& values, std::optional<unsigned> processors,
                       const Node& network, const Registry& registry) {
  Topology topology = values.type().make_topology({values, network, processors});
  require_sound(topology, values.type().name, network.place);
  topology.adaptive = has_adaptive_routers(network, registry);
  return topology;
}

}  // namespace weft
