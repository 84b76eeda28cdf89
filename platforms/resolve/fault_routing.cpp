#include "platforms/resolve/fault_routing.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "platforms/checks/deadlock.hpp"
#include "platforms/checks/header_flow.hpp"
#include "platforms/checks/reachability.hpp"
#include "platforms/checks/unreachable_pairs.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"
#include "platforms/resolve/tables.hpp"
#include "platforms/routing/algorithms.hpp"

namespace weft {
namespace {

// Times at which links die, ascending.
std::set<Time> fault_times(const Platform& platform) {
  std::set<Time> times;
  for (const FaultSpec& fault : platform.faults) times.insert(fault.at);
  return times;
}

// By edge of the network, those of which all links are dead at a time.
std::vector<bool> dead_edges(const Platform& platform, const Network& network, Time at) {
  std::set<std::pair<std::size_t, unsigned>> dead_ports;
  for (const FaultSpec& fault : platform.faults) {
    if (fault.at > at) continue;
    for (const LinkEnd& end : {platform.links[fault.link].from, platform.links[fault.link].to}) {
      dead_ports.emplace(end.component, end.port);
    }
  }
  std::vector<bool> dead;
  for (const TopologyEdge& edge : network.topology->edges) {
    bool any_alive = false;
    for (unsigned lane = 0; lane < network.ports->lane_count(); ++lane) {
      const HuntGroup links = network.ports->lane(edge.from, edge.from_slot, lane);
      for (unsigned i = 0; i < links.size && !any_alive; ++i) {
        any_alive =
            dead_ports.count({network.router_components[edge.from], links.first_link + i}) == 0;
      }
    }
    dead.push_back(!any_alive);
  }
  return dead;
}

}  // namespace

void route(Platform& platform, const Network* network,
           const std::multimap<std::size_t, Attachment>& attachments) {
  SwitchTables& tables = platform.parts.edit<SwitchTables>();
  if (network == nullptr) {
    tables.routers = make_tables(platform, nullptr, nullptr, attachments);
    return;
  }
  std::vector<bool> avoided(network->topology->edges.size(), false);
  const auto tables_around = [&](const std::vector<bool>& dead) {
    const auto around = make_routing_around(*network->algorithm, *network->routing, dead);
    avoided = dead;
    return make_tables(platform, network, around ? around.get() : network->routing.get(),
                       attachments);
  };
  tables.routers = tables_around(dead_edges(platform, *network, 0));
  if (network->algorithm->type().find_parameter("rewrite_after") == nullptr) return;
  const Time delay = network->algorithm->time("rewrite_after");
  for (const Time at : fault_times(platform)) {
    const std::vector<bool> dead = dead_edges(platform, *network, at);
    if (dead != avoided) tables.rewrites.push_back({at + delay, at, tables_around(dead)});
  }
}

void check_routing(Platform& platform) {
  const HeaderFlow start(platform);
  check_reachability(start);
  check_deadlock(start);
  if (platform.faults.empty()) return;
  std::map<std::pair<std::size_t, std::size_t>, Time> since;  // by source and destination
  const auto note = [&since](const HeaderFlow& flow, Time at) {
    const UnreachablePairs found = unreachable_pairs(flow);
    for (const UnreachablePair& pair : found.pairs) {
      since.emplace(std::pair(pair.source, pair.destination), at);
    }
  };
  note(start, 0);
  const auto* tables = &tables_of(platform);
  auto rewrite = rewrites_of(platform).begin();
  for (const Time at : fault_times(platform)) {
    if (at == 0) continue;
    for (; rewrite != rewrites_of(platform).end() && rewrite->fault <= at; ++rewrite) {
      tables = &rewrite->routers;
    }
    const HeaderFlow flow(platform, *tables, at);
    check_deadlock(flow);
    note(flow, at);
  }
  auto& unreachable = platform.parts.edit<Processors>().unreachable;
  for (const auto& [pair, at] : since) {
    unreachable.push_back({pair.first, pair.second, at});
  }
}

}  // namespace weft
