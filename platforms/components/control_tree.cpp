#include "platforms/components/control_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/components/control_links.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

ControlTree::ControlTree(const Platform& platform, const Connections& connections,
                         const LinkEnd& host)
    : platform_(&platform), connections_(&connections) {
  follow(host);
}

void ControlTree::follow(const LinkEnd& from) {
  auto far = connections_->far_end(from);
  while (far && is_control_unit(*platform_, far->component) && far->port == clink0) {
    units_.push_back(far->component);
    far = connections_->far_end({far->component, clink1});
  }
  if (far && platform_->components[far->component].is(Part::table_router)) branch(*far);
}

void ControlTree::branch(const LinkEnd& up) {
  const Component& component = platform_->components[up.component];
  const auto known = [&up](const ControlSwitch& one) { return one.component == up.component; };
  if (std::any_of(switches_.begin(), switches_.end(), known)) {
    throw InputError(component.place,
                     fmt::format("'{}' twice in a tree of control links", component.name),
                     "expected one way from the control host to each");
  }
  const std::size_t index = switches_.size();
  switches_.push_back({up.component, up.port});
  for (unsigned link = 0; link < connections_->ports(up.component); ++link) {
    const auto far = connections_->far_end({up.component, link});
    if (link == up.port || !far) continue;
    const Component& other = platform_->components[far->component];
    const bool leads_on = is_control_unit(*platform_, far->component)
                              ? far->port == clink0
                              : other.is(Part::table_router);
    if (!leads_on) {
      throw InputError(component.place,
                       fmt::format("'{}', which carries control links, with a link to '{}'",
                                   component.name, other.name),
                       "expected links to control units by their clink0, and to other such c104s");
    }
    const std::size_t before = units_.size();
    follow({up.component, link});
    switches_[index].branches.push_back({link, before + 1, units_.size()});
  }
}

std::vector<ControlSwitch> control_switches(const Platform& platform) {
  std::vector<ControlSwitch> all;
  std::optional<Connections> connections;
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (platform.components[i].type->name != control_host_name) continue;
    if (!connections) connections.emplace(platform);
    for (unsigned port = 0; port < connections->ports(i); ++port) {
      const ControlTree tree(platform, *connections, {i, port});
      all.insert(all.end(), tree.switches().begin(), tree.switches().end());
    }
  }
  return all;
}

void keep_control_switches_at_token(Platform& platform) {
  for (const ControlSwitch& one : control_switches(platform)) {
    Component& component = platform.components[one.component];
    if (is_of_packets(component.level)) component.level = Level::token;
  }
}

// Labels of a branch follow those of the one before it.
RouterTables tables_of_control_switch(const Platform& platform, const ControlSwitch& one) {
  constexpr std::uint32_t headers = 256;
  const Component& component = platform.components[one.component];
  RoutingTable down{{}, component.place};
  for (const ControlSwitch::Branch& branch : one.branches) {
    if (branch.first > branch.last) continue;
    if (down.intervals.empty()) {
      down.intervals.push_back(
          {static_cast<std::uint32_t>(branch.first), IntervalAction::invalid, 0, 1});
    }
    down.intervals.push_back(
        {static_cast<std::uint32_t>(branch.last + 1), IntervalAction::route, branch.link, 1});
  }
  const RoutingTable up{{{headers, IntervalAction::route, one.up, 1}}, component.place};
  const auto links = component.parameters->count("links");
  RouterTables tables;
  tables.tables = {up, down};
  tables.table_of_link.assign(links, 0);
  tables.table_of_link[one.up] = 1;
  C104LinkParameters of_link;
  of_link.header_bytes = 1;
  tables.per_link.assign(links, of_link);
  return tables;
}

}  // namespace weft
