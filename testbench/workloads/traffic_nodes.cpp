#include "testbench/workloads/traffic_nodes.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

template <class Ends>
TrafficNodes nodes_of(const Platform& platform, std::string_view kind, const Ends& ends) {
  TrafficNodes nodes;
  nodes.platform = &platform;
  nodes.kind = kind;
  for (const auto& end : ends) {
    nodes.components.push_back(end.component);
    nodes.coordinates.push_back(&end.coordinates);
  }
  return nodes;
}

}  // namespace

TrafficNodes traffic_processors(const Platform& platform) {
  TrafficNodes nodes = nodes_of(platform, "t9000", processors_of(platform));
  nodes.index_of = &processor_of;
  if (unreachable_of(platform).empty()) return nodes;
  nodes.can_talk = [&platform](std::size_t from, std::size_t to) {
    return can_talk(platform, from, to);
  };
  return nodes;
}

TrafficNodes traffic_cells(const Platform& platform) {
  TrafficNodes nodes = nodes_of(platform, "iwarp", cells_of(platform));
  nodes.index_of = &cell_of;
  const auto reached = std::make_shared<std::vector<std::vector<bool>>>();
  PathwayPlanner planner(platform, common_pools(platform));
  for (unsigned from = 0; from < cells_of(platform).size(); ++from) {
    std::vector<bool> to = planner.reachable(from);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const bool busy =
          cells_of(platform)[from].program != nullptr || cells_of(platform)[i].program != nullptr;
      if (busy) to[i] = false;
    }
    reached->push_back(std::move(to));
  }
  nodes.can_talk = [reached](std::size_t from, std::size_t to) { return (*reached)[from][to]; };
  nodes.left_out = [&platform](std::size_t cell) -> std::string {
    if (cells_of(platform)[cell].program == nullptr) return {};
    return "which has a program of its own";
  };
  return nodes;
}

std::size_t node_named(const TrafficNodes& nodes, const std::string& name, std::string_view role,
                       const Place& place) {
  if (const auto component = nodes.platform->find(name)) {
    if (const auto node = nodes.index_of(*nodes.platform, *component)) {
      const std::string why = nodes.left_out ? nodes.left_out(*node) : std::string();
      if (why.empty()) return *node;
      throw InputError(place, fmt::format("'{}' as {}, {}", name, role, why),
                       fmt::format("expected an {} that has a part in the traffic", nodes.kind));
    }
  }
  std::vector<std::string> names;
  for (std::size_t node = 0; node < nodes.size(); ++node) names.push_back(nodes.name(node));
  unknown_name(place, fmt::format("unknown {} as {}", nodes.kind, role), name, names);
}

}  // namespace weft
