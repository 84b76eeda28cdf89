#include "platforms/resolve/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/name_filter.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/resolve/read_section.hpp"
#include "platforms/routing/algorithms.hpp"
#include "platforms/routing/routing_check.hpp"
#include "platforms/sections/keys.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/topologies/topologies.hpp"

namespace weft {
namespace {

std::optional<unsigned> count_if_set(const ParameterValues& values, std::string_view key) {
  if (!values.is_set(key)) return {};
  return static_cast<unsigned>(values.count(key));
}

// `processors_at:` other numbers of processors at some routers
void read_processors_at(const Node& node, Topology& topology) {
  for (const Node& item : require_list(node, "processors_at").items) {
    const Section section(item, "processors_at", {"match", "processors"});
    const Node& match = section.at("match", "expected `match:`, a pattern such as 'node[0,*]'");
    const std::string& pattern = require_text(match, "match");
    const Node& count = section.at("processors", "expected `processors:`, such as 0");
    const auto processors =
        static_cast<unsigned>(read_whole_in(count, "processors", 0, most_links));
    if (topology.tree) {
      throw InputError(item.place, "processors_at in a tree",
                       "expected `processors:` of the network");
    }
    bool used = false;
    std::vector<std::string> names;
    for (TopologyRouter& router : topology.routers) {
      const std::string name = node_of(router);
      names.push_back(name);
      if (name.empty() || !selects(pattern, name)) continue;
      used = true;
      router.processors = processor_names(name, processors);
    }
    if (!used) {
      throw InputError(match.place, fmt::format("the pattern '{}' matches no node", pattern),
                       "expected a name, in which * stands for anything and ? for one character",
                       nearest_name(pattern, names));
    }
  }
}

// `edges:` other widths of some fat links
void read_edges(const Node& node, const Topology& topology, std::vector<unsigned>& widths) {
  for (const Node& item : require_list(node, "edges").items) {
    const Section section(item, "edges", {"between", "width"});
    const Node& between = section.at("between", "expected `between:`, two patterns of routers");
    if (require_list(between, "between").items.size() != 2) {
      throw InputError(between.place, fmt::format("{} patterns", between.items.size()),
                       "expected two patterns of routers, such as ['hub', 'node[*]']");
    }
    const std::string& a = require_text(between.items[0], "a pattern");
    const std::string& b = require_text(between.items[1], "a pattern");
    const Node& given = section.at("width", "expected `width:`, such as 2");
    const auto width = static_cast<unsigned>(read_whole_in(given, "width", 1, most_links));
    const auto fits = [](const std::string& router, const std::string& pattern) {
      return selects(pattern, router);
    };
    bool used = false;
    for (std::size_t i = 0; i < topology.edges.size(); ++i) {
      const std::string& from = topology.routers[topology.edges[i].from].name;
      const std::string& to = topology.routers[topology.edges[i].to].name;
      if (!(fits(from, a) && fits(to, b)) && !(fits(from, b) && fits(to, a))) continue;
      used = true;
      widths[i] = width;
    }
    if (!used) {
      throw InputError(between.place,
                       fmt::format("the patterns '{}' and '{}' match no two neighbours", a, b),
                       "expected names, in which * stands for anything and ? for one character");
    }
  }
}

void require_processors(const Topology& topology, const Place& place) {
  std::size_t processors = 0;
  for (const TopologyRouter& router : topology.routers) processors += router.processors.size();
  if (processors <= max_nodes) return;
  throw InputError(place, fmt::format("a network of {} processors", processors),
                   fmt::format("expected at most {}", max_nodes));
}

// Lanes that the fat link of an edge must have a link for.
unsigned lanes_of(const Network& network, const TopologyEdge& edge) {
  const std::vector<unsigned> lanes = network.routing->lanes(edge.from, edge.from_slot);
  return static_cast<unsigned>(std::count(lanes.begin(), lanes.end(), 1U));
}

// Widths of all edges: as `edges:` says, or the graph's file, or `width:`, or as many as there are
// lanes. Returns that of empty slots.
unsigned read_widths(Network& network, const ParameterValues& values) {
  const auto width = count_if_set(values, "width");
  unsigned most_lanes = 1;
  for (const TopologyEdge& edge : network.topology->edges) {
    most_lanes = std::max(most_lanes, lanes_of(network, edge));
  }
  const unsigned usual = width.value_or(most_lanes);
  for (const TopologyEdge& edge : network.topology->edges) {
    network.edge_widths.push_back(edge.width == 0 ? usual : edge.width);
  }
  const Node* edges = values.table("edges");
  if (edges != nullptr) read_edges(*edges, *network.topology, network.edge_widths);
  for (std::size_t i = 0; i < network.edge_widths.size(); ++i) {
    const unsigned lanes = lanes_of(network, network.topology->edges[i]);
    if (network.edge_widths[i] >= lanes) continue;
    const Place& place = edges != nullptr ? edges->place
                         : width          ? values.place("width")
                                          : network.node->place;
    throw InputError(place,
                     fmt::format("a {} of width {}", network.node->find("topology")->text,
                                 network.edge_widths[i]),
                     fmt::format("expected {} or more: {} splits its fat links into {} lanes, "
                                 "without which it could deadlock",
                                 lanes, network.algorithm->type().name, lanes));
  }
  return usual;
}

// What a user's topology may have wrong, even where a file names another routing.
void require_usual_routing(const Topology& topology, const std::string& type, const Place& place,
                           const Registry& registry) {
  const std::string& usual = topology.usual_routing;
  if (usual.empty()) return;
  const ComponentType* found = registry.find(usual);
  if (found == nullptr || found->role != TypeRole::routing) {
    unknown_name(place, fmt::format("the topology '{}', whose usual_routing is unknown", type),
                 usual, registry.names(TypeRole::routing));
  }
  if (topology.adaptive || !found->routing.fits || found->routing.fits(topology)) return;
  throw InputError(
      place, fmt::format("the topology '{}', whose usual_routing {} is not for it", type, usual),
      "expected " + list_names(routings_of(registry, topology)));
}

const Node* find_settings(const Node& network, std::string_view key) {
  const Node* node = value_of(network, key);
  if (node != nullptr) require_map(*node, key);
  return node;
}

}  // namespace

TypedSection read_algorithm(const Topology& topology, const std::string& what, const Node* routing,
                            const Registry& registry) {
  const std::vector<std::string> fitting = routings_of(registry, topology);
  const Node* algorithm = routing == nullptr ? nullptr : value_of(*routing, "algorithm");
  const ComponentType& type = algorithm == nullptr ? *registry.find(fitting.front())
                                                   : registry.at(*algorithm, TypeRole::routing);
  if (std::find(fitting.begin(), fitting.end(), type.name) == fitting.end()) {
    throw InputError(algorithm->place, fmt::format("the routing {} on {}", type.name, what),
                     "expected " + list_names(fitting));
  }
  const ComponentType& section = *registry.find("routing");
  if (routing == nullptr) return {ParameterValues(section), ParameterValues(type)};
  return read_typed_section(*routing, section, type);
}

Network read_network(const Node& node, const Node* routing, const Registry& registry) {
  require_map(node, "network");
  const Node* kind = value_of(node, "topology");
  if (kind == nullptr) {
    missing_key(node, "network", "topology",
                "expected `topology:`, " + list_names(registry.names(TypeRole::topology)));
  }
  const ComponentType& type = registry.at(*kind, TypeRole::topology);
  const auto [values, size] = read_typed_section(node, *registry.find("network"), type);

  Network network;
  network.node = &node;
  Topology topology = make_topology(size, count_if_set(values, "processors"), node, registry);
  if (const Node* some = values.table("processors_at")) read_processors_at(*some, topology);
  require_processors(topology, node.place);
  network.topology = std::make_unique<Topology>(std::move(topology));

  const std::string what = "a " + type.name;
  require_usual_routing(*network.topology, type.name, node.place, registry);
  auto [common, algorithm] = read_algorithm(*network.topology, what, routing, registry);
  network.algorithm = algorithm;
  network.routing = make_routing(algorithm, *network.topology, routing);
  network.routing_name = fmt::format("the routing {} on {}", algorithm.type().name, what);
  network.routing_place = routing != nullptr ? routing->place : node.place;
  require_sound(*network.routing, network.routing_name, network.routing_place);
  network.grouped = common.to_struct<RoutingKeys>().grouped;
  network.common = std::move(common);
  const unsigned empty_width = read_widths(network, values);
  network.ports = std::make_unique<PortPlan>(*network.routing, network.edge_widths, empty_width);
  network.node_width = static_cast<unsigned>(values.count("node_width"));
  network.cpu_settings = find_settings(node, "cpu");
  network.router_settings = find_settings(node, "router");
  return network;
}

}  // namespace weft
