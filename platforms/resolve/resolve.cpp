#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/plugins.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/builder.hpp"
#include "platforms/resolve/cell_network.hpp"
#include "platforms/resolve/cell_programs.hpp"
#include "platforms/resolve/fault_routing.hpp"
#include "platforms/resolve/faults.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/packet_level.hpp"
#include "platforms/resolve/processors.hpp"
#include "platforms/resolve/rtl_cells.hpp"
#include "platforms/resolve/settings.hpp"
#include "platforms/resolve/stop.hpp"
#include "platforms/resolve/stream_level.hpp"
#include "platforms/routing/header_labels.hpp"
#include "platforms/routing/profitable_links.hpp"

namespace weft {
namespace {

std::string read_name(const Section& root) {
  if (const Node* name = root.find("name")) return require_text(*name, "name");
  const Place& place = root.node().place;
  return place.source ? std::filesystem::path(*place.source).stem().string() : std::string();
}

std::uint64_t read_seed(const Section& root) {
  const Node* seed = root.find("seed");
  return seed == nullptr ? 1 : read_whole(*seed, "seed");
}

RunSpec read_run(const Node* node, const Registry& registry) {
  const ComponentType& type = *registry.find("run");
  ParameterValues values(type);
  if (node != nullptr) {
    const Section section(*node, "run", type.keys());
    for (const NodeEntry& entry : node->entries) {
      if (!entry.value.is_null()) values.set(entry);
    }
  }
  if (type.check) type.check(values);
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
    const Node* size = network->find(key);
    if (size != nullptr && !size->is_null()) return size->place;
  }
  return network->place;
}

NetworkPlan make_plan(const Network& network) {
  const Topology& topology = *network.topology;
  NetworkPlan plan{network.node->find("topology")->text,
                   network.algorithm->type().name,
                   topology.arrangement,
                   {}};
  for (std::size_t i = 0; i < topology.size(); ++i) {
    const TopologyRouter& router = topology.routers[i];
    plan.routers.push_back({network.router_components[i], router.coordinates, router.level});
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
  const Node* type = node->find("type");
  if (type == nullptr) {
    missing_key(*node, "a workload", "type", "expected `type:`, such as random_traffic");
  }
  workload.type = &registry.at(*type, TypeRole::workload);
  auto values = std::make_shared<ParameterValues>(*workload.type);
  for (const NodeEntry& entry : node->entries) {
    if (entry.key != "type") values->set(entry);
  }
  if (workload.type->check) workload.type->check(*values);
  workload.parameters = std::move(values);
  return workload;
}

Contention read_contention(const Node* node) {
  if (node == nullptr || require_text(*node, "contention") == "full") return Contention::full;
  if (node->text == "free") return Contention::free;
  if (node->text == "throttled") return Contention::throttled;
  unknown_name(node->place, "unknown contention", node->text, {"full", "free", "throttled"});
}

// Is it allowed?
bool read_deadlock(const Node* node) {
  if (node == nullptr || require_text(*node, "deadlock") == "check") return false;
  if (node->text == "allowed") return true;
  unknown_name(node->place, "unknown deadlock", node->text, {"check", "allowed"});
}

const Node* read_routing(const Section& root, bool has_network, const Registry& registry) {
  const Node* routing = root.find("routing");
  if (routing == nullptr) return nullptr;
  require_map(*routing, "routing");
  if (!has_network) {
    // an algorithm makes tables for the routers of a network
    std::vector<std::string> keys = registry.find("routing")->parameter_names();
    std::erase(keys, "grouped");
    const Section section(*routing, "routing", std::move(keys));
  }
  return routing;
}

void require_links(const Platform& platform) {
  if (platform.workload.type->name == "none") return;
  for (const Processor& processor : platform.processors) {
    if (processor.links > 0) continue;
    const Component& component = platform.components[processor.component];
    throw InputError(component.place, fmt::format("'{}' without a link", component.name),
                     "expected a link to it, or `workload: {type: none}`");
  }
}

void check_workload(const Platform& platform) {
  const WorkloadSpec& workload = platform.workload;
  if (workload.type->check_on) workload.type->check_on(*workload.parameters, platform);
}

}  // namespace

Platform resolve(const Netlist& netlist, const Registry& registry) {
  const Section root(netlist.root, "a platform", root_keys(registry));
  Platform platform;
  platform.name = read_name(root);
  platform.seed = read_seed(root);
  platform.run = read_run(root.find("run"), registry);
  platform.workload = read_workload(root.find("workload"), registry);

  platform.contention = read_contention(root.find("contention"));

  Settings settings(netlist.root, registry);
  PlatformBuilder builder(platform, registry, settings);
  std::optional<Network> network;
  std::optional<CellNetwork> cells;
  const Node* network_node = root.find("network");
  const bool of_cells = network_node != nullptr && has_cells(*network_node);
  const Node* routing = read_routing(root, network_node != nullptr, registry);
  if (of_cells && routing != nullptr) {
    throw InputError(routing->place, "'routing' of a network of cells",
                     "expected none: programs lay the pathways");
  }
  platform.deadlock_allowed = routing != nullptr && read_deadlock(routing->find("deadlock"));
  if (of_cells) {
    cells = read_cell_network(*network_node, registry);
    builder.add_cells(*cells);
    platform.plan = plan_of(*cells);
  } else if (const Node* node = network_node) {
    network = read_network(*node, routing, registry);
    builder.add_nodes(*network);
    platform.shape = shape_of(*network->topology);
    platform.plan = make_plan(*network);
  }
  if (const Node* node = root.find("components")) builder.add_components(*node);
  if (platform.components.empty()) {
    throw InputError(netlist.root.place, "a platform without components",
                     "expected `network:`, or `components:` and `links:`");
  }
  settings.require_groups_used();
  if (network) builder.add_network_links(*network);
  if (cells) builder.add_cell_busses(*cells);
  if (const Node* node = root.find("links")) builder.add_links(*node);
  builder.check_fat_links();
  if (const Node* node = root.find("faults")) read_faults(*node, platform);

  const Network* generated = network ? &*network : nullptr;
  const auto attachments = list_processors(platform, generated);
  const bool random = generated != nullptr && generated->routing->is_random();
  label_processors(platform, routing, random ? generated->routing->label_order().size() : 0,
                   size_place(root));
  route(platform, generated, attachments);
  require_links(platform);
  check_routing(platform);
  check_adaptive_routers(platform);
  check_packet_level(platform, root.find("contention"));
  check_stream_level(platform);
  check_rtl_cells(platform);
  read_cell_programs(platform);
  check_workload(platform);
  return platform;
}

Platform resolve(const Netlist& netlist) { return resolve(netlist, registry_of(netlist)); }

}  // namespace weft
