// A topology: routers in a row, each linked to the next.
#include <fmt/format.h>

#include "platforms/topologies/topology_request.hpp"

namespace {

using namespace weft;

struct ChainParameters {
  unsigned nodes = 0;
};

// Slot 0 of a router leads to the one before it, slot 1 to the next.
Topology make_chain(const TopologyRequest& request) {
  request.require("nodes", "4");
  const auto nodes = static_cast<unsigned>(request.values.count("nodes"));
  Topology topology;
  topology.usual_routing = "along";
  for (unsigned i = 0; i < nodes; ++i) {
    const std::string node = fmt::format("node[{}]", i);
    TopologyRouter router;
    router.name = node + ".router";
    router.slots = 2;
    router.processors = processor_names(node, request.processors_or(1));
    topology.routers.push_back(std::move(router));
    if (i > 0) topology.edges.push_back({i - 1, i, 1, 0, 0});
  }
  return topology;
}

}  // namespace

ComponentType chain_type() {
  ComponentType type =
      make_type(TypeRole::topology, "chain", "Routers in a row, each linked to the next.");
  type.make_topology = make_chain;

  ParameterTable<ChainParameters> table;
  add_nodes(table, 2);
  return table.into(std::move(type));
}
