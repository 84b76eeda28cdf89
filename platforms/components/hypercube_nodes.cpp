#include "platforms/components/hypercube_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/routes.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/cell_families.hpp"
#include "platforms/components/hypercube_deadlock.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {
namespace {

// What a platform notes of them.
struct HypercubeNodes {
  std::vector<std::size_t> list;
  std::unordered_map<std::size_t, unsigned> number;  // by component
};

const Place& place_of_link(const Platform& platform, const LinkEnd& end) {
  const auto link =
      std::find_if(platform.links.begin(), platform.links.end(),
                   [&end](const LinkSpec& one) { return one.from == end || one.to == end; });
  return link->place;
}

// What one of its links says, as all do; without links nothing.
const ParameterValues* link_values(const Platform& platform) {
  for (const LinkSpec& link : platform.links) {
    if (hypercube_node_of(platform, link.from.component)) return link.parameters.get();
  }
  return nullptr;
}

HypercubeLinkParameters link_parameters(const Platform& platform) {
  const ParameterValues* values = link_values(platform);
  return values == nullptr ? HypercubeLinkParameters{}
                           : values->to_struct<HypercubeLinkParameters>();
}

// A chip has one clock and one kind of link.
void check_links_alike(const Platform& platform) {
  const HypercubeLinkParameters all = link_parameters(platform);
  const ParameterValues* alike = nullptr;  // most share theirs
  for (const LinkSpec& link : platform.links) {
    if (link.parameters.get() == alike || !hypercube_node_of(platform, link.from.component)) {
      continue;
    }
    const auto own = link.parameters->to_struct<HypercubeLinkParameters>();
    if (own != all) {
      throw InputError(link.place, "a link of a hypercube that is not like the others",
                       "expected what all are, under `defaults: {hypercube_link: ...}`");
    }
    alike = link.parameters.get();
  }
}

// What nodes say, whose own values have been checked, with what their links say.
void check_nodes_with_links(const Platform& platform) {
  const ParameterValues* links = link_values(platform);
  const ParameterValues* sound = nullptr;  // most share theirs
  for (const std::size_t node : hypercube_nodes_of(platform)) {
    const ParameterValues& own = *platform.components[node].parameters;
    if (&own == sound) continue;
    try {
      check_parameters(hypercube_parameters(platform, node));
    } catch (const ParameterError& error) {
      throw links == nullptr ? at_its_place({&own}, error) : at_its_place({&own, links}, error);
    }
    sound = &own;
  }
}

[[noreturn]] void refuse_nodes(const Place& place, const std::string& found) {
  throw InputError(
      place, found,
      fmt::format("expected at most {}: node numbers have 14 bits", most_hypercube_nodes));
}

bool is_cube(const Topology& topology) {
  return topology.grid && topology.grid->express() == 0 &&
         std::all_of(topology.grid->shape().begin(), topology.grid->shape().end(),
                     [](unsigned size) { return size == 2; });
}

// The slot of a dimension is the link along it, as x varies fastest.
std::vector<CellLink> cube_links(const Topology& topology) {
  std::vector<CellLink> links;
  links.reserve(topology.edges.size());
  for (const TopologyEdge& edge : topology.edges) {
    links.push_back({edge.from, edge.to, edge.from_slot, edge.to_slot});
  }
  return links;
}

}  // namespace

const std::vector<std::size_t>& hypercube_nodes_of(const Platform& platform) {
  return platform.parts.get<HypercubeNodes>().list;
}

std::optional<unsigned> hypercube_node_of(const Platform& platform, std::size_t component) {
  const auto& numbers = platform.parts.get<HypercubeNodes>().number;
  const auto found = numbers.find(component);
  if (found == numbers.end()) return {};
  return found->second;
}

unsigned hypercube_degree(const Platform& platform) {
  const std::size_t nodes = hypercube_nodes_of(platform).size();
  return nodes < 2 ? 1 : static_cast<unsigned>(std::bit_width(nodes - 1));
}

std::size_t hypercube_links_of(const Platform& platform) {
  return static_cast<std::size_t>(std::count_if(
      platform.links.begin(), platform.links.end(), [&platform](const LinkSpec& link) {
        return hypercube_node_of(platform, link.from.component).has_value();
      }));
}

bool hypercube_is_whole(const Platform& platform) {
  const std::size_t nodes = hypercube_nodes_of(platform).size();
  const unsigned degree = hypercube_degree(platform);
  return nodes == std::size_t{1} << degree && hypercube_links_of(platform) == nodes * degree / 2;
}

HypercubeChipParameters hypercube_parameters(const Platform& platform, std::size_t component) {
  if (!hypercube_node_of(platform, component)) throw std::logic_error("not a hypercube node");
  auto parameters = platform.components[component].parameters->to_struct<HypercubeChipParameters>();
  const HypercubeLinkParameters links = link_parameters(platform);
  parameters.degree = hypercube_degree(platform);
  parameters.byte_ticks = links.byte_ticks;
  parameters.links = links.direction;
  parameters.acknowledgement_bytes = links.acknowledgement_bytes;
  return parameters;
}

void enter_hypercube_node(Platform& platform, std::size_t component) {
  auto& nodes = platform.parts.edit<HypercubeNodes>();
  if (nodes.list.size() == most_hypercube_nodes) {
    const Component& node = platform.components[component];
    refuse_nodes(node.place, fmt::format("'{}', which is hypercube node {}", node.name,
                                         most_hypercube_nodes + 1));
  }
  nodes.number.emplace(component, static_cast<unsigned>(nodes.list.size()));
  nodes.list.push_back(component);
}

void check_hypercube_node(const PlacedComponent& placed) {
  const Platform& platform = placed.platform;
  const Component& node = placed.component();
  const unsigned number = *hypercube_node_of(platform, placed.index);
  const Component& first = platform.components[hypercube_nodes_of(platform).front()];
  const Time tick = node.parameters->time("tick");
  if (tick != first.parameters->time("tick")) {
    throw InputError(node.parameters->place("tick"),
                     fmt::format("a tick of {} at '{}'", time_text(tick), node.name),
                     fmt::format("expected that of '{}', {}: the nodes of a cube have one clock",
                                 first.name, time_text(first.parameters->time("tick"))));
  }
  if (number == 0) {
    check_links_alike(platform);
    check_nodes_with_links(platform);
    check_hypercube_deadlock(platform);
  }
  const std::string& transport = node.parameters->choice("transport");
  if (transport != first.parameters->choice("transport")) {
    throw InputError(node.parameters->place("transport"),
                     fmt::format("the transport {} at '{}'", transport, node.name),
                     fmt::format("expected that of '{}', {}: the nodes of a cube have one",
                                 first.name, first.parameters->choice("transport")));
  }
  const bool coprocessor = node.parameters->boolean("coprocessor");
  if (coprocessor != first.parameters->boolean("coprocessor")) {
    throw InputError(
        node.parameters->place("coprocessor"),
        fmt::format("coprocessor: {} at '{}'", coprocessor, node.name),
        fmt::format("expected that of '{}': all nodes of a cube have one, or none", first.name));
  }
  const auto& connections = placed.shared.get<Connections>(platform);
  for (unsigned port = 0; port < placed.links.by_port.size(); ++port) {
    if (!placed.links.has(port)) continue;
    const LinkEnd far = *connections.far_end({placed.index, port});
    const unsigned expected = hypercube_neighbour(number, port);
    const auto far_number = hypercube_node_of(platform, far.component);
    if (far_number == expected && far.port == port) continue;
    throw InputError(
        place_of_link(platform, {placed.index, port}),
        fmt::format("link{} of '{}', node {} of a hypercube, to link{} of '{}', node {}", port,
                    node.name, number, far.port, platform.components[far.component].name,
                    *far_number),
        fmt::format("expected link{} of node {}: nodes are numbered in their order, and link{} "
                    "joins those whose numbers differ in bit {}",
                    port, expected, port, port));
  }
}

const CellFamily& hypercube_cells() {
  static const CellFamily family{
      "hypercube_node",
      is_cube,
      "nodes with a link for each dimension",
      "expected a hypercube, or a mesh or torus of two nodes in each dimension",
      cube_links,
      [](const Place& place, std::size_t nodes) {
        if (nodes <= most_hypercube_nodes) return;
        refuse_nodes(place, fmt::format("a hypercube of {} nodes", nodes));
      },
      [](Platform&, const std::vector<unsigned>&) {},
      true};
  return family;
}

}  // namespace weft
