#include "platforms/routing/algorithms.hpp"

#include <algorithm>
#include <utility>

#include "platforms/registry/type_list.hpp"
#include "platforms/routing/routing_request.hpp"

// One line for each: <name>_type() in a file of its own.
#define WEFT_ROUTINGS(ROUTING)     \
  ROUTING(dimension_order)         \
  ROUTING(valiant)                 \
  ROUTING(minimal_adaptive)        \
  ROUTING(nearest_common_ancestor) \
  ROUTING(up_down)                 \
  ROUTING(shortest_path)           \
  ROUTING(source_tables)           \
  ROUTING(router_choice)

namespace weft {

WEFT_ROUTINGS(WEFT_DECLARE_TYPE)

std::vector<ComponentType> routing_types() { return {WEFT_ROUTINGS(WEFT_MAKE_TYPE)}; }

std::vector<std::string> routings_of(const Registry& registry, const Topology& topology) {
  std::vector<std::string> names;
  for (const ComponentType& type : registry.types()) {
    if (type.role != TypeRole::routing || type.routing.without_tables != topology.adaptive)
      continue;
    if (!type.routing.fits || type.routing.fits(topology)) names.push_back(type.name);
  }
  const auto usual = std::find(names.begin(), names.end(), topology.usual_routing);
  if (usual != names.end()) std::rotate(names.begin(), usual, usual + 1);
  return names;
}

std::unique_ptr<Routing> make_routing(const ParameterValues& values, const Topology& topology,
                                      const Node* section) {
  std::vector<bool> dead(topology.edges.size(), false);
  return values.type().routing.make({values, topology, section, std::move(dead)});
}

std::unique_ptr<Routing> make_routing_around(const ParameterValues& values, const Routing& routing,
                                             std::vector<bool> dead) {
  const RoutingMaker& maker = values.type().routing;
  if (!maker.routes_around) return nullptr;
  return maker.make({values, routing.topology(), nullptr, std::move(dead), routing.label_order()});
}

}  // namespace weft
