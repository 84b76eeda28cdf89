#include "platforms/resolve/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "platforms/components/c104_tables.hpp"
#include "platforms/components/control_tree.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"
#include "platforms/routing/interval_labelling.hpp"
#include "platforms/routing/partitions.hpp"
#include "platforms/routing/written_tables.hpp"

namespace weft {
namespace {

// Of those that hang on a part of the network.
std::vector<HeaderOwner> header_owners(const Platform& platform,
                                       const std::multimap<std::size_t, Attachment>& attachments,
                                       const std::vector<std::size_t>& parts, std::size_t part) {
  std::vector<HeaderOwner> owners;
  for (const auto& [index, attachment] : attachments) {
    if (parts[attachment.router] != part) continue;
    const Processor& processor = processors_of(platform)[index];
    owners.push_back(
        {processor.min_header, processor.max_header, attachment.router, attachment.exit});
  }
  std::sort(owners.begin(), owners.end(),
            [](const HeaderOwner& a, const HeaderOwner& b) { return a.min_header < b.min_header; });
  return owners;
}

/// Makes the tables of the routers of one network.
class NetworkTables {
 public:
  NetworkTables(const Platform& platform, const Network& network, const Routing& routing,
                const std::multimap<std::size_t, Attachment>& attachments)
      : platform_(&platform),
        network_(&network),
        routing_(&routing),
        parts_(parts_of(*network.topology)) {
    const std::size_t count = 1 + *std::max_element(parts_.begin(), parts_.end());
    for (std::size_t part = 0; part < count; ++part) {
      labellings_.emplace_back(routing, *network.ports,
                               header_owners(platform, attachments, parts_, part), network.grouped,
                               headers_of(platform).random_base);
    }
  }

  RouterTables make(std::size_t router) const {
    RouterTables result;
    const std::size_t component = network_->router_components[router];
    const auto links =
        static_cast<unsigned>(platform_->components[component].parameters->count("links"));
    std::vector<unsigned> kinds(links, 0);
    result.escape.assign(links, false);
    for (unsigned slot = 0; slot < network_->topology->routers[router].slots; ++slot) {
      for (unsigned lane = 0; lane < network_->ports->lane_count(); ++lane) {
        const HuntGroup group = network_->ports->lane(router, slot, lane);
        std::fill_n(kinds.begin() + group.first_link, group.size,
                    routing_->input_kind(router, slot, lane));
        std::fill_n(result.escape.begin() + group.first_link, group.size,
                    routing_->is_escape(lane));
      }
    }
    const bool one_each = !network_->grouped && routing_->spreads_by_input();
    std::vector<std::optional<std::size_t>> table_of_kind(routing_->input_kinds());
    for (unsigned link = 0; link < links; ++link) {
      auto& table = table_of_kind[kinds[link]];
      if (!table || one_each) table = add_table(result, router, kinds[link], link);
      result.table_of_link.push_back(*table);
    }
    if (routing_->is_random()) add_random_headers(result, router, links);
    return result;
  }

 private:
  std::size_t add_table(RouterTables& tables, std::size_t router, unsigned kind,
                        unsigned input) const {
    RoutingTable table = sound_table(router, kind, input);
    table.place = network_->node->place;
    const Component& component = platform_->components[network_->router_components[router]];
    const std::uint64_t held = component.parameters->count("max_intervals");
    if (table.intervals.size() > held) {
      throw InputError(network_->node->place,
                       fmt::format("a network whose router '{}' needs {} intervals", component.name,
                                   table.intervals.size()),
                       fmt::format("expected at most max_intervals = {}", held));
    }
    for (std::size_t i = 0; i < tables.tables.size(); ++i) {
      if (tables.tables[i].intervals == table.intervals) return i;
    }
    tables.tables.push_back(std::move(table));
    return tables.tables.size() - 1;
  }

  // Which lanes a user's algorithm asks for is not known before.
  RoutingTable sound_table(std::size_t router, unsigned kind, unsigned input) const {
    try {
      return labellings_[parts_[router]].table(router, kind, input);
    } catch (const NoSuchLane& asked) {
      const std::vector<TopologyRouter>& routers = network_->topology->routers;
      const std::string what = fmt::format("{}, whose routes at '{}' ask for ",
                                           network_->routing_name, routers[router].name);
      if (asked.router >= routers.size()) {
        throw InputError(network_->routing_place, what + fmt::format("router {}", asked.router),
                         fmt::format("expected the {} routers, from 0", routers.size()));
      }
      const TopologyRouter& owner = routers[asked.router];
      throw InputError(
          network_->routing_place,
          what + fmt::format("lane {} of slot {} of '{}'", asked.lane, asked.slot, owner.name),
          fmt::format("expected one of its {} lanes of {} slots", network_->ports->lane_count(),
                      owner.slots));
    }
  }

  // Packets get their random header where they come in from processors.
  void add_random_headers(RouterTables& tables, std::size_t router, std::size_t links) const {
    C104LinkParameters common;
    common.header_bytes = headers_of(*platform_).header_bytes;
    tables.per_link.assign(links, common);
    for (std::size_t i = network_->ports->first_processor_link(router); i < links; ++i) {
      C104LinkParameters& link = tables.per_link[i];
      link.random_header = true;
      link.random_base = headers_of(*platform_).random_base;
      link.random_range = static_cast<std::uint32_t>(labellings_.front().labels());
    }
  }

  const Platform* platform_;
  const Network* network_;
  const Routing* routing_;
  std::vector<std::size_t> parts_;             // by router
  std::vector<IntervalLabelling> labellings_;  // by part
};

}  // namespace

std::map<std::size_t, RouterTables> make_tables(
    const Platform& platform, const Network* network, const Routing* routing,
    const std::multimap<std::size_t, Attachment>& attachments) {
  std::map<std::size_t, RouterTables> generated;
  if (network != nullptr) {
    const NetworkTables tables(platform, *network, *routing, attachments);
    for (std::size_t i = 0; i < network->router_components.size(); ++i) {
      const std::size_t component = network->router_components[i];
      const Component& router = platform.components[component];
      if (!router.is(Part::table_router) || router.parameters->table("intervals") != nullptr)
        continue;
      generated[component] = tables.make(i);
    }
  }
  for (const ControlSwitch& one : control_switches(platform)) {
    if (platform.components[one.component].parameters->table("intervals") != nullptr) continue;
    generated[one.component] = tables_of_control_switch(platform, one);
  }
  std::map<std::size_t, RouterTables> result;
  const Connections connections(platform);
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (!platform.components[i].is(Part::table_router)) continue;
    RouterTables& router = result[i] = read_tables(platform, i, std::move(generated[i]));
    for (unsigned port = 0; port < connections.ports(i); ++port) {
      const auto far = connections.far_end({i, port});
      if (far && platform.components[far->component].is(Part::processor)) {
        router.per_link[port].external = true;
      }
    }
  }
  if (platform.workload.type->name == "none") excuse_other_partitions(platform, result);
  return result;
}

}  // namespace weft
