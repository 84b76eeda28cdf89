#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/builder.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/processors.hpp"
#include "platforms/resolve/settings.hpp"
#include "platforms/routing/connections.hpp"
#include "platforms/routing/header_labels.hpp"
#include "platforms/routing/interval_labelling.hpp"
#include "platforms/routing/profitable_links.hpp"
#include "platforms/routing/reachability.hpp"
#include "platforms/routing/written_tables.hpp"

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

RunSpec read_run(const Node* node) {
  RunSpec run;
  if (node == nullptr) return run;
  const Section section(*node, "run", {"for", "warm_up"});
  if (const Node* time = section.find("for")) run.duration = read_time(*time, "for");
  if (const Node* time = section.find("warm_up")) {
    run.warm_up = read_time(*time, "warm_up");
    if (run.warm_up >= run.duration) {
      throw InputError(time->place,
                       fmt::format("a warm_up of {} in a run of {}", time_text(run.warm_up),
                                   time_text(run.duration)),
                       "expected a shorter one, or a longer run");
    }
  }
  return run;
}

NetworkPlan make_plan(const Network& network) {
  NetworkPlan plan{network.node->find("topology")->text, "dimension_order", Arrangement::grid, {}};
  for (std::size_t node = 0; node < network.topology->nodes(); ++node) {
    plan.routers.push_back({2 * node + 1, coordinates_of(network.topology->shape(), node), 0});
  }
  return plan;
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

std::vector<HeaderOwner> header_owners(const Platform& platform,
                                       const std::map<std::size_t, Attachment>& attachments) {
  std::vector<HeaderOwner> owners;
  for (const auto& [index, attachment] : attachments) {
    const Processor& processor = platform.processors[index];
    owners.push_back(
        {processor.min_header, processor.max_header, attachment.node, attachment.exit});
  }
  std::sort(owners.begin(), owners.end(),
            [](const HeaderOwner& a, const HeaderOwner& b) { return a.min_header < b.min_header; });
  return owners;
}

RoutingTable generate_table(const Platform& platform, const Network& network, std::size_t node,
                            const std::vector<HeaderOwner>& owners) {
  RoutingTable table{label_intervals(*network.topology, network.width, node, owners),
                     network.node->place};
  const std::size_t router = 2 * node + 1;
  const std::uint64_t held = platform.components[router].parameters->count("max_intervals");
  if (table.intervals.size() > held) {
    throw InputError(network.node->place,
                     fmt::format("a network whose router '{}' needs {} intervals",
                                 platform.components[router].name, table.intervals.size()),
                     fmt::format("expected at most max_intervals = {}", held));
  }
  return table;
}

void make_tables(Platform& platform, const Network* network,
                 const std::map<std::size_t, Attachment>& attachments) {
  const std::vector<HeaderOwner> owners = header_owners(platform, attachments);
  const std::size_t by_network = network == nullptr ? 0 : 2 * network->topology->nodes();
  const Connections connections(platform);
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (!is_c104(platform.components[i])) continue;
    std::optional<RoutingTable> generated;
    if (i < by_network && platform.components[i].parameters->table("intervals") == nullptr) {
      generated = generate_table(platform, *network, i / 2, owners);
    }
    RouterTables& router = platform.routers[i] = read_tables(platform, i, std::move(generated));
    for (unsigned port = 0; port < connections.ports(i); ++port) {
      const auto far = connections.far_end({i, port});
      if (far && is_t9000(platform.components[far->component]))
        router.per_link[port].external = true;
    }
  }
}

void check_workload(const Platform& platform) {
  const WorkloadSpec& workload = platform.workload;
  if (workload.type->name != "none") {
    for (const Processor& processor : platform.processors) {
      if (processor.links > 0) continue;
      const Component& component = platform.components[processor.component];
      throw InputError(component.place, fmt::format("'{}' without a link", component.name),
                       "expected a link to it, or `workload: {type: none}`");
    }
  }
  if (workload.type->check_on) workload.type->check_on(*workload.parameters, platform);
}

}  // namespace

Platform resolve(const Netlist& netlist, const Registry& registry) {
  const Section root(netlist.root, "a platform",
                     {"name", "seed", "level", "defaults", "network", "components", "links",
                      "groups", "routing", "workload", "run"});
  Platform platform;
  platform.name = read_name(root);
  platform.seed = read_seed(root);
  platform.run = read_run(root.find("run"));
  platform.workload = read_workload(root.find("workload"), registry);

  Settings settings(netlist.root, registry);
  PlatformBuilder builder(platform, registry, settings);
  std::optional<Network> network;
  if (const Node* node = root.find("network")) {
    network = read_network(*node);
    platform.shape = network->topology->shape();
    platform.plan = make_plan(*network);
    builder.add_nodes(*network);
  }
  if (const Node* node = root.find("components")) builder.add_components(*node);
  if (platform.components.empty()) {
    throw InputError(netlist.root.place, "a platform without components",
                     "expected `network:`, or `components:` and `links:`");
  }
  settings.require_groups_used();
  if (network) builder.add_network_links(*network);
  if (const Node* node = root.find("links")) builder.add_links(*node);
  builder.check_fat_links();

  const Network* generated = network ? &*network : nullptr;
  const auto attachments = list_processors(platform, generated);
  label_processors(platform, root.find("routing"),
                   generated != nullptr ? generated->node->place : netlist.root.place);
  make_tables(platform, generated, attachments);
  check_workload(platform);
  check_reachability(platform);
  check_adaptive_routers(platform);
  return platform;
}

}  // namespace weft
