#include "platforms/topologies/complete.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "platforms/topologies/topology_request.hpp"

namespace weft {
namespace {

void add_node(Topology& topology, unsigned number, unsigned slots, unsigned processors) {
  const std::string name = fmt::format("node[{}]", number);
  TopologyRouter router;
  router.name = name + ".router";
  router.slots = slots;
  router.processors = processor_names(name, processors);
  topology.routers.push_back(std::move(router));
}

}  // namespace

Topology make_fully_connected(unsigned nodes, unsigned processors) {
  Topology topology;
  topology.arrangement = Arrangement::ring;
  topology.usual_routing = "shortest_path";  // of one hop: no packet waits in a router for another
  for (unsigned i = 0; i < nodes; ++i) {
    add_node(topology, i, nodes - 1, processors);
    for (unsigned j = i + 1; j < nodes; ++j) topology.edges.push_back({i, j, j - 1, i, 0});
  }
  return topology;
}

Topology make_star(unsigned nodes, unsigned processors) {
  Topology topology;
  topology.arrangement = Arrangement::star;
  topology.usual_routing = "shortest_path";  // the only one, and no cycle in the graph
  TopologyRouter hub;
  hub.name = "hub";
  hub.slots = nodes;
  topology.routers.push_back(std::move(hub));
  for (unsigned i = 0; i < nodes; ++i) {
    add_node(topology, i, 1, processors);
    topology.edges.push_back({0, i + 1, i, 0, 0});
  }
  return topology;
}

namespace {

struct StarParameters {
  unsigned nodes = 0;
};
struct FullyConnectedParameters {
  unsigned nodes = 0;
};

// As many nodes as the key says.
template <Topology (*make)(unsigned nodes, unsigned processors)>
Topology make_of_nodes(const TopologyRequest& request) {
  request.require("nodes", "8");
  return make(static_cast<unsigned>(request.values.count("nodes")), request.processors_or(1));
}

}  // namespace

ComponentType star_type() {
  ComponentType type = make_type(TypeRole::topology, "star", "Routers around one in the middle.");
  type.make_topology = make_of_nodes<make_star>;
  ParameterTable<StarParameters> table;
  add_nodes(table, 1);
  return table.into(std::move(type));
}

ComponentType fully_connected_type() {
  ComponentType type =
      make_type(TypeRole::topology, "fully_connected", "Each router linked to every other.");
  type.make_topology = make_of_nodes<make_fully_connected>;
  ParameterTable<FullyConnectedParameters> table;
  add_nodes(table, 1).between(1, 64);
  return table.into(std::move(type));
}

}  // namespace weft
