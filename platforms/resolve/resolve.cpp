#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/stamped_token.hpp"
#include "hw/common/time.hpp"
#include "platforms/checks/levels.hpp"
#include "platforms/components/control_tree.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/parameter.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/builder.hpp"
#include "platforms/resolve/cell_network.hpp"
#include "platforms/resolve/cell_programs.hpp"
#include "platforms/resolve/fault_routing.hpp"
#include "platforms/resolve/faults.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/processors.hpp"
#include "platforms/resolve/read_section.hpp"
#include "platforms/resolve/settings.hpp"
#include "platforms/resolve/stop.hpp"
#include "platforms/resolve/written_network.hpp"
#include "platforms/routing/header_labels.hpp"
#include "platforms/routing/profitable_links.hpp"
#include "platforms/sections/keys.hpp"

namespace weft {
namespace {

// The keys that have no map below them.
void read_keys(Platform& platform, const Section& root, const Registry& registry) {
  PlatformKeys keys;
  for (const ParameterInfo& info : registry.find("platform")->parameters) {
    if (!info.store) continue;
    if (const Node* node = root.find(info.name)) info.store(&keys, read_value(info, *node));
  }
  const Place& place = root.node().place;
  platform.name = keys.name;
  if (root.find("name") == nullptr && place.source) {
    platform.name = std::filesystem::path(*place.source).stem().string();
  }
  platform.seed = keys.seed;
  platform.contention = keys.contention;
}

RunSpec read_run(const Node* node, const Registry& registry) {
  if (node == nullptr) return {};
  const ParameterValues values = read_section(*node, *registry.find("run"));
  auto run = values.to_struct<RunSpec>();
  if (const Node* until = values.table("until")) run.until = read_stop(*until, run, registry);
  return run;
}

// `include:` is merged in before; one that `--set` adds would come too late.
std::vector<std::string> root_keys(const Registry& registry) {
  std::vector<std::string> keys = registry.find("platform")->keys();
  std::erase(keys, "include");
  return keys;
}

// What says how many processors there are.
const Place& size_place(const Section& root) {
  const Node* network = root.find("network");
  if (network == nullptr) return root.node().place;
  for (const char* key : {"shape", "dimensions"}) {
    if (const Node* size = value_of(*network, key)) return size->place;
  }
  return network->place;
}

// As pictures name it; `components` are those at its nodes.
NetworkPlan make_plan(const Node& network, const std::string& routing, const Topology& topology,
                      const std::vector<std::size_t>& components) {
  NetworkPlan plan{network.find("topology")->text, routing, topology.arrangement, {}};
  for (std::size_t i = 0; i < topology.size(); ++i) {
    const TopologyRouter& router = topology.routers[i];
    plan.routers.push_back({components[i], router.coordinates, router.level});
  }
  return plan;
}

// The shape of a grid with one processor at each node; else empty.
Shape shape_of(const Topology& topology) {
  for (const TopologyRouter& router : topology.routers) {
    if (router.processors.size() != 1) return {};
  }
  if (topology.grid) return topology.grid->shape();
  return topology.hexagon ? topology.hexagon->shape() : Shape{};
}

WorkloadSpec read_workload(const Node* node, const Registry& registry) {
  WorkloadSpec workload;
  if (node == nullptr) {
    workload.type = registry.find("none");
    workload.parameters = std::make_shared<ParameterValues>(*workload.type);
    return workload;
  }
  require_map(*node, "workload");
  workload.place = node->place;
  const Node* type = value_of(*node, "type");
  if (type == nullptr) {
    missing_key(*node, "a workload", "type", "expected `type:`, such as random_traffic");
  }
  workload.type = &registry.at(*type, TypeRole::workload);
  auto values = std::make_shared<ParameterValues>(*workload.type, node->place);
  for (const NodeEntry& entry : node->entries) {
    if (entry.key != "type") values->set(entry);
  }
  if (workload.type->check) workload.type->check(*values);
  workload.parameters = std::move(values);
  return workload;
}

// `routing:` without a network: with an algorithm for the routers by hand, or else with tables that
// are written too.
ParameterValues read_routing(const Node& node, const Registry& registry) {
  const ComponentType& type = *registry.find("routing");
  if (const Node* algorithm = value_of(node, "algorithm")) {
    return read_typed_section(node, type, registry.at(*algorithm, TypeRole::routing)).common;
  }
  std::vector<std::string> keys = type.parameter_names();
  std::erase(keys, "grouped");
  keys.emplace_back("algorithm");
  const Section section(node, "routing", std::move(keys));
  return read_section(node, type);
}

// `routing:` of a network of cells.
ParameterValues read_cell_routing(const Node& node, const CellNetwork& cells,
                                  const Registry& registry) {
  if (!cells.family->finds_ways) {
    throw InputError(node.place, "'routing' of a network of cells",
                     "expected none: programs lay the pathways");
  }
  const Section section(node, "routing", {"deadlock"});
  return read_section(node, *registry.find("routing"));
}

// What `network:` and `routing:` say: a network of routers, one of cells, or neither.
struct Generated {
  std::optional<Network> network;
  std::optional<CellNetwork> cells;
  ParameterValues routing;  // keys of `routing:` but for those of an algorithm

  const Network* routers() const { return network ? &*network : nullptr; }
};

Generated read_generated(const Section& root, const Registry& registry) {
  Generated generated{{}, {}, ParameterValues(*registry.find("routing"))};
  const Node* network = root.find("network");
  const Node* routing = root.find("routing");
  if (network != nullptr && has_cells(*network)) {
    generated.cells = read_cell_network(*network, registry);
    if (routing != nullptr) {
      generated.routing = read_cell_routing(*routing, *generated.cells, registry);
    }
  } else if (network != nullptr) {
    generated.network = read_network(*network, routing, registry);
    generated.routing = *generated.network->common;
  } else if (routing != nullptr) {
    generated.routing = read_routing(*routing, registry);
  }
  return generated;
}

void add_components(Platform& platform, PlatformBuilder& builder, Generated& generated,
                    const Section& root) {
  if (auto& cells = generated.cells) {
    builder.add_cells(*cells);
    platform.plan = make_plan(*cells->node, "", cells->topology, cells->components);
  }
  if (auto& network = generated.network) {
    builder.add_nodes(*network);
    platform.shape = shape_of(*network->topology);
    platform.plan = make_plan(*network->node, network->algorithm->type().name, *network->topology,
                              network->router_components);
  }
  if (const Node* node = root.find("components")) builder.add_components(*node);
  if (!platform.components.empty()) return;
  throw InputError(root.node().place, "a platform without components",
                   "expected `network:`, or `components:` and `links:`");
}

void add_links(Platform& platform, PlatformBuilder& builder, const Generated& generated,
               const Section& root) {
  if (generated.network) builder.add_network_links(*generated.network);
  if (generated.cells) builder.add_cell_links(*generated.cells);
  if (const Node* node = root.find("links")) builder.add_links(*node);
  builder.check_fat_links();
  if (const Node* node = root.find("faults")) read_faults(*node, platform);
}

// An algorithm for routers by hand, which are known once their links are.
void read_written_network(const Platform& platform, Generated& generated, const Section& root,
                          const Registry& registry) {
  const Node* routing = root.find("routing");
  if (generated.network || routing == nullptr || value_of(*routing, "algorithm") == nullptr) return;
  generated.network = written_network(platform, *routing, registry);
}

void add_routes(Platform& platform, const Generated& generated, const Place& size) {
  const Network* network = generated.routers();
  const auto attachments = list_processors(platform, network);
  const bool random = network != nullptr && network->routing->is_random();
  label_processors(platform, generated.routing, random ? network->routing->label_order().size() : 0,
                   size);
  route(platform, network, attachments);
}

void require_links(const Platform& platform) {
  if (platform.workload.type->name == "none") return;
  for (const Processor& processor : processors_of(platform)) {
    if (processor.links > 0) continue;
    const Component& component = platform.components[processor.component];
    throw InputError(component.place, fmt::format("'{}' without a link", component.name),
                     "expected a link to it, or `workload: {type: none}`");
  }
}

// The tokens in a switch are stamped with times up to StampedToken::limit.
void check_length(const Platform& platform, const Node* run) {
  constexpr Time longest = 5 * 3'600 * second;
  static_assert(longest + second < StampedToken::limit);
  const std::optional<StopSpec>& until = platform.run.until;
  const Time length = until ? until->at_most : platform.run.duration;
  if (length <= longest) return;
  for (const Component& component : platform.components) {
    const bool has_tokens = component.level == Level::signal || component.level == Level::token;
    if (!component.is(Part::table_router) || !has_tokens) continue;
    const Node* limit = until ? value_of(*value_of(*run, "until"), "at_most") : nullptr;
    if (limit == nullptr) limit = value_of(*run, "for");
    throw InputError(limit == nullptr ? run->place : limit->place,
                     fmt::format("a run of up to {} with '{}' at level {}", time_text(length),
                                 component.name, name_of(component.level)),
                     fmt::format("expected at most {}, or another level", time_text(longest)));
  }
}

void check_workload(const Platform& platform) {
  const WorkloadSpec& workload = platform.workload;
  if (workload.type->check_on) workload.type->check_on(*workload.parameters, platform);
}

}  // namespace

Platform resolve(const Netlist& netlist, std::shared_ptr<const Registry> types) {
  const Registry& registry = *types;
  const Section root(netlist.root, "a platform", root_keys(registry));
  Platform platform;
  platform.types = std::move(types);
  read_keys(platform, root, registry);
  platform.run = read_run(root.find("run"), registry);
  platform.workload = read_workload(root.find("workload"), registry);

  Settings settings(netlist.root, registry);
  PlatformBuilder builder(platform, registry, settings);
  Generated generated = read_generated(root, registry);
  platform.deadlock_allowed =
      generated.routing.to_struct<RoutingKeys>().deadlock == DeadlockRule::allowed;
  add_components(platform, builder, generated, root);
  settings.require_groups_used();
  add_links(platform, builder, generated, root);
  keep_control_switches_at_token(platform);
  read_written_network(platform, generated, root, registry);
  add_routes(platform, generated, size_place(root));

  require_links(platform);
  check_routing(platform);
  check_adaptive_routers(platform);
  const Node* contention = root.find("contention");
  check_levels(platform, contention == nullptr ? Place{} : contention->place);
  check_length(platform, root.find("run"));
  read_cell_programs(platform);
  check_workload(platform);
  return platform;
}

}  // namespace weft
