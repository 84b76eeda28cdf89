#include "platforms/topologies/topology.hpp"

#include <fmt/format.h>

#include <limits>
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

std::vector<std::size_t> parts_of(const Topology& topology) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  const auto neighbours = neighbours_of(topology);
  std::vector<std::size_t> parts(topology.size(), none);
  std::size_t part = 0;
  for (std::size_t first = 0; first < topology.size(); ++first) {
    if (parts[first] != none) continue;
    std::vector<std::size_t> open{first};
    parts[first] = part;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const auto& neighbour : neighbours[open[i]]) {
        if (!neighbour || parts[neighbour->router] != none) continue;
        parts[neighbour->router] = part;
        open.push_back(neighbour->router);
      }
    }
    ++part;
  }
  return parts;
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
