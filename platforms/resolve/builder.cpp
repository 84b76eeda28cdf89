#include "platforms/resolve/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/component_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/link_ends.hpp"
#include "platforms/sections/limits.hpp"

namespace weft {
namespace {

const std::vector<std::string> link_keys{"from", "to", "width"};

// The links of a router to its processors, behind those to other routers.
std::string to_processors(std::size_t processors, unsigned width) {
  if (processors == 0) return {};
  if (processors == 1) return fmt::format(" and {} to its processor", width);
  return fmt::format(" and {} to each of {} processors", width, processors);
}

}  // namespace

PlatformBuilder::PlatformBuilder(Platform& platform, const Registry& registry, Settings& settings)
    : platform_(&platform), registry_(&registry), settings_(&settings) {}

void PlatformBuilder::add_component(std::string name, const ComponentType& type,
                                    const Node* general, const Node* own, const Place& place) {
  ResolvedSettings resolved = settings_->resolve(type, name, general, own);
  if (!platform_->component_index.emplace(name, platform_->components.size()).second) {
    throw InputError(place, fmt::format("two components named '{}'", name),
                     "expected names of their own");
  }
  platform_->components.push_back(
      {std::move(name), &type, resolved.level, std::move(resolved.parameters), place});
  const std::size_t component = platform_->components.size() - 1;
  const unsigned ports = port_count(*platform_, component);
  used_.emplace_back(ports);
  used_inputs_.emplace_back(has_busses(type) ? ports : 0);
  if (type.enter) type.enter(*platform_, component);
}

void PlatformBuilder::add_cells(CellNetwork& network) {
  for (const TopologyRouter& made : network.topology.routers) {
    network.components.push_back(platform_->components.size());
    add_component(node_of(made), *network.type, network.settings, nullptr, network.node->place);
    network.family->placed(*platform_, made.coordinates);
  }
  generated_ = platform_->components.size();
}

void PlatformBuilder::add_cell_links(const CellNetwork& network) {
  const Node& node = *network.node;
  for (const CellLink& link : network.family->links(network.topology)) {
    const LinkEnd from{network.components[link.from], link.from_port};
    const LinkEnd to{network.components[link.to], link.to_port};
    require_port(*platform_, from, node);
    require_port(*platform_, to, node);
    if (port_info(*platform_, from).one_way) {
      add_bus(from, to, node, node, node.place);
    } else {
      add_link(from, to, node, node, common_link(link_type(from, node)), node.place);
    }
  }
}

// That of its protocol.
const ComponentType& PlatformBuilder::link_type(LinkEnd end, const Node& node) const {
  const std::string& protocol = port_info(*platform_, end).protocol;
  const ComponentType* type = registry_->find(protocol);
  if (type != nullptr && type->role == TypeRole::link) return *type;
  throw InputError(node.place,
                   fmt::format("{}, a port of the protocol '{}', in a link",
                               port_name(*platform_, end), protocol),
                   "expected ports of " + list_names(registry_->names(TypeRole::link)));
}

std::shared_ptr<const ParameterValues> PlatformBuilder::common_link(const ComponentType& type) {
  auto& common = common_links_[&type];
  if (common == nullptr) common = settings_->resolve_link(type, nullptr, {});
  return common;
}

void PlatformBuilder::add_nodes(Network& network) {
  const ComponentType& cpu = network_type(network.cpu_settings, "processors", "t9000");
  const ComponentType& router = network_type(network.router_settings, "routers", "c104");
  for (const TopologyRouter& made : network.topology->routers) {
    auto& processors = network.processor_components.emplace_back();
    for (const std::string& name : made.processors) {
      processors.push_back(platform_->components.size());
      add_component(name, cpu, network.cpu_settings, nullptr, network.node->place);
    }
    network.router_components.push_back(platform_->components.size());
    nodes_.insert(node_of(made));
    add_component(made.name, router, network.router_settings, nullptr, network.node->place);
  }
  generated_ = platform_->components.size();
}

// Of all processors or all routers of a network: the one that their settings name, or the usual
// one. What has the parameters of that fits too, as RTL that has come as a plugin; and in the place
// of a router with tables one that finds its ways without.
const ComponentType& PlatformBuilder::network_type(const Node* settings, std::string_view what,
                                                   std::string_view usual) const {
  const Node* type = settings == nullptr ? nullptr : value_of(*settings, "type");
  const ComponentType& own = *registry_->find(usual);
  if (type == nullptr) return own;
  std::vector<std::string> fitting;
  for (const ComponentType& other : registry_->types()) {
    if (other.parameter_struct == own.parameter_struct ||
        (own.is(Part::table_router) && other.is(Part::adaptive_router))) {
      fitting.push_back(other.name);
    }
  }
  if (std::find(fitting.begin(), fitting.end(), require_text(*type, "type")) == fitting.end()) {
    unknown_name(type->place, fmt::format("the type of the {} of a network", what), type->text,
                 fitting);
  }
  return *registry_->find(type->text);
}

void PlatformBuilder::add_network_links(const Network& network) {
  const auto dslink = common_link(*registry_->find("dslink"));
  const auto add = [&](LinkEnd from, LinkEnd to, unsigned width) {
    for (unsigned i = 0; i < width; ++i, ++from.port, ++to.port) {
      add_link(from, to, *network.node, *network.node, dslink, network.node->place);
    }
  };
  const Topology& topology = *network.topology;
  for (std::size_t router = 0; router < topology.size(); ++router) {
    const std::size_t component = network.router_components[router];
    const auto& processors = network.processor_components[router];
    require_links(network, router);
    for (unsigned i = 0; i < processors.size(); ++i) {
      add({processors[i], 0}, {component, network.processor_link(router, i)}, network.node_width);
    }
  }
  for (const TopologyEdge& edge : topology.edges) {
    for (unsigned lane = 0; lane < network.ports->lane_count(); ++lane) {
      const HuntGroup from = network.ports->lane(edge.from, edge.from_slot, lane);
      const HuntGroup to = network.ports->lane(edge.to, edge.to_slot, lane);
      add({network.router_components[edge.from], from.first_link},
          {network.router_components[edge.to], to.first_link}, from.size);
    }
  }
}

// Throws InputError if a router, or a processor of it, has too few links.
void PlatformBuilder::require_links(const Network& network, std::size_t router) const {
  const std::size_t component = network.router_components[router];
  const auto& processors = network.processor_components[router];
  const unsigned to_routers = network.ports->first_processor_link(router);
  const unsigned needed =
      to_routers + static_cast<unsigned>(processors.size()) * network.node_width;
  if (port_count(*platform_, component) < needed) {
    throw InputError(
        network.node->place,
        fmt::format("a network whose router '{}' needs {} links, {} to other routers{}, but has {}",
                    platform_->components[component].name, needed, to_routers,
                    to_processors(processors.size(), network.node_width),
                    port_count(*platform_, component)),
        needed <= most_links
            ? fmt::format("expected a smaller width, or `router: {{links: {}}}`", needed)
            : fmt::format("expected a smaller width, as a router has at most {} links",
                          most_links));
  }
  for (const std::size_t cpu : processors) {
    if (port_count(*platform_, cpu) >= network.node_width) continue;
    throw InputError(platform_->components[cpu].parameters->place("links"),
                     fmt::format("{} links of '{}'", port_count(*platform_, cpu),
                                 platform_->components[cpu].name),
                     fmt::format("expected {}, the node_width", network.node_width));
  }
}

void PlatformBuilder::add_components(const Node& node) {
  for (const NodeEntry& entry : require_map(node, "components").entries) {
    if (platform_->component_index.count(entry.key) != 0 || nodes_.count(entry.key) != 0) {
      throw InputError(entry.place, fmt::format("'{}', which the network makes", entry.key),
                       "expected `groups:` with `match:` for its settings, or another name");
    }
    if (!is_component_name(entry.key) || (generated_ > 0 && entry.key.substr(0, 5) == "node[")) {
      Node shown{Node::Kind::scalar, entry.key, {}, {}, {}};
      throw InputError(entry.place, fmt::format("{} as a component's name", shown.description()),
                       "expected letters, digits, _ and -, and perhaps numbers in brackets, such "
                       "as switch or stage[2]");
    }
    require_map(entry.value, fmt::format("the component '{}'", entry.key));
    const Node* type = value_of(entry.value, "type");
    if (type == nullptr) {
      missing_key(entry.value, fmt::format("the component '{}'", entry.key), "type",
                  "expected `type:`, such as t9000");
    }
    add_component(entry.key, registry_->at(*type, TypeRole::component), nullptr, &entry.value,
                  entry.place);
  }
}

void PlatformBuilder::add_links(const Node& node) {
  for (const Node& item : require_list(node, "links").items) add_written_link(item);
}

void PlatformBuilder::add_written_link(const Node& node) {
  require_map(node, "a link");
  const auto end_of = [&](std::string_view key) -> const Node& {
    if (const Node* end = value_of(node, key)) return *end;
    missing_key(node, "a link", key, fmt::format("expected `{}: component.link0`", key));
  };
  const Node& from_node = end_of("from");
  const Node& to_node = end_of("to");
  const bool has_parameters = node.entries.size() > 2;
  LinkEnd from = read_end(*platform_, from_node);
  LinkEnd to = read_end(*platform_, to_node);
  const std::string& protocol = port_info(*platform_, from).protocol;
  if (port_info(*platform_, to).protocol != protocol) {
    throw InputError(
        to_node.place,
        fmt::format("a link from {} ({}) to {} ({})", port_name(*platform_, from), protocol,
                    port_name(*platform_, to), port_info(*platform_, to).protocol),
        "expected two ports of one protocol");
  }
  if (port_info(*platform_, from).one_way) {
    const Section only_ends(node, "a bus", {"from", "to"});
    return add_bus(from, to, from_node, to_node, node.place);
  }
  const ComponentType& type = link_type(from, from_node);
  const auto parameters =
      has_parameters ? settings_->resolve_link(type, &node, link_keys) : common_link(type);
  std::uint64_t width = 1;
  if (const Node* given = value_of(node, "width")) {
    width = read_whole_in(*given, "width", 1, most_links);
  }
  for (std::uint64_t i = 0; i < width; ++i, ++from.port, ++to.port) {
    require_port(*platform_, from, from_node);
    require_port(*platform_, to, to_node);
    add_link(from, to, from_node, to_node, parameters, node.place);
  }
}

void PlatformBuilder::add_link(LinkEnd from, LinkEnd to, const Node& from_node, const Node& to_node,
                               const std::shared_ptr<const ParameterValues>& parameters,
                               const Place& place) {
  if (from == to || (from.component == to.component &&
                     platform_->components[from.component].is(Part::processor))) {
    throw InputError(
        to_node.place,
        fmt::format("a link from '{}' to itself", platform_->components[to.component].name),
        "expected two components");
  }
  take_port(used_, from, from_node.place);
  take_port(used_, to, to_node.place);
  platform_->links.push_back({from, to, parameters, place});
}

void PlatformBuilder::add_bus(LinkEnd from, LinkEnd to, const Node& from_node, const Node& to_node,
                              const Place& place) {
  take_port(used_, from, from_node.place);
  take_port(used_inputs_, to, to_node.place);
  const BusSpec bus{from, to, place};
  const ComponentType& type = *platform_->components[from.component].type;
  if (type.check_bus) type.check_bus(*platform_, bus);
  platform_->busses.push_back(bus);
}

void PlatformBuilder::take_port(UsedPorts& used, LinkEnd end, const Place& place) {
  std::optional<Place>& user = used[end.component][end.port];
  if (user) {
    const bool one_way = port_info(*platform_, end).one_way;
    throw InputError(place,
                     one_way ? fmt::format("{} again as `{}:`", port_name(*platform_, end),
                                           &used == &used_ ? "from" : "to")
                             : fmt::format("{} again", port_name(*platform_, end)),
                     fmt::format("expected each {} once, it is used at {}",
                                 one_way ? "bus" : "link", user->text()));
  }
  user = place;
}

void PlatformBuilder::check_fat_links() const {
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!platform_->components[i].is(Part::processor)) continue;
    for (unsigned port = 1; port < used_[i].size(); ++port) {
      if (!used_[i][port] || used_[i][port - 1]) continue;
      throw InputError(*used_[i][port],
                       fmt::format("{} without {}", port_name(*platform_, {i, port}),
                                   port_name(*platform_, {i, port - 1})),
                       "expected the links of a t9000 in use from link0 on");
    }
  }
}

}  // namespace weft
