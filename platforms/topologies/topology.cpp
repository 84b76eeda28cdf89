#include "platforms/topologies/topology.hpp"

#include <fmt/format.h>

#include <string_view>

namespace weft {

std::vector<std::vector<std::optional<Neighbour>>> neighbours_of(const Topology& topology) {
  std::vector<std::vector<std::optional<Neighbour>>> neighbours;
  neighbours.reserve(topology.size());
  for (const TopologyRouter& router : topology.routers) neighbours.emplace_back(router.slots);
  for (std::size_t i = 0; i < topology.edges.size(); ++i) {
    const TopologyEdge& edge = topology.edges[i];
    neighbours[edge.from][edge.from_slot] = {edge.to, edge.to_slot, i};
    neighbours[edge.to][edge.to_slot] = {edge.from, edge.from_slot, i};
  }
  return neighbours;
}

std::string node_of(const TopologyRouter& router) {
  constexpr std::string_view suffix = ".router";
  if (!router.name.ends_with(suffix)) return {};
  return router.name.substr(0, router.name.size() - suffix.size());
}

std::vector<std::string> processor_names(const std::string& node, unsigned count) {
  if (count == 1) return {node + ".cpu"};
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i) names.push_back(fmt::format("{}.cpu{}", node, i));
  return names;
}

}  // namespace weft
