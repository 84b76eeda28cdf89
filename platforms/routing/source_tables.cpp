#include "platforms/routing/source_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/graph_routing.hpp"
#include "platforms/routing/routing_request.hpp"

namespace weft {
namespace {

std::unordered_map<std::string, std::size_t> routers_by_name(const Topology& topology) {
  std::unordered_map<std::string, std::size_t> routers;
  for (std::size_t i = 0; i < topology.size(); ++i) {
    routers.emplace(topology.routers[i].name, i);
    const std::string node = node_of(topology.routers[i]);
    if (!node.empty()) routers.emplace(node, i);
  }
  return routers;
}

}  // namespace

SourceTables::SourceTables(const Topology& topology, const Node& file)
    : DestinationRouting(topology),
      neighbours_(neighbours_of(topology)),
      hops_(topology.size()),
      pairs_(topology.size()) {
  for (const TopologyRouter& router : topology.routers) {
    input_kinds_ = std::max(input_kinds_, router.slots + 1);
  }
  const InputLines lines(file, "a file of routes");
  const auto routers = routers_by_name(topology);
  for (const InputLines::Line& line : lines) {
    Way way;
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      const std::string& word = line.words[i];
      const auto router = routers.find(word);
      if (router == routers.end()) {
        std::vector<std::string> names;
        for (const TopologyRouter& known : topology.routers) names.push_back(known.name);
        unknown_name(line.place_of(i), "unknown router", word, names);
      }
      way.push_back(router->second);
    }
    add_way(way, line.place);
  }
  require_all_pairs(lines.place());
}

unsigned SourceTables::slot_to(std::size_t router, std::size_t next, const Place& place) const {
  const auto& slots = neighbours_[router];
  const auto slot = std::find_if(slots.begin(), slots.end(), [next](const auto& neighbour) {
    return neighbour && neighbour->router == next;
  });
  if (slot != slots.end()) return static_cast<unsigned>(slot - slots.begin());
  throw InputError(place, fmt::format("no link from '{}' to '{}'", name(router), name(next)),
                   "expected neighbours");
}

void SourceTables::add_way(const Way& way, const Place& place) {
  const std::size_t destination = way.back();
  if (way.size() < 2) {
    throw InputError(place, fmt::format("a way of '{}' alone", name(destination)),
                     "expected two routers or more");
  }
  const auto [pair, is_new] = pairs_[way.front()].emplace(destination, place);
  if (!is_new) {
    throw InputError(
        place, fmt::format("a way from '{}' to '{}' again", name(way.front()), name(destination)),
        fmt::format("expected it once, it stands at {}", pair->second.text()));
  }
  Way sorted = way;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    throw InputError(place, fmt::format("a way through '{}' twice", name(*twice)),
                     "expected each router once");
  }
  unsigned kind = 0;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const unsigned slot = slot_to(way[i], way[i + 1], place);
    const auto [hop, first] = hops_[way[i]].emplace(key(kind, destination), Hop{slot, place});
    if (!first && hop->second.slot != slot) {
      throw InputError(
          place,
          fmt::format("ways to '{}' that part at '{}', where both come in by the same link",
                      name(destination), name(way[i])),
          fmt::format("expected the same way on as at {}", hop->second.place.text()));
    }
    kind = neighbours_[way[i]][slot]->slot + 1;
  }
}

void SourceTables::require_all_pairs(const Place& place) const {
  const std::vector<std::size_t> ends = label_order();
  for (const std::size_t from : ends) {
    for (const std::size_t to : ends) {
      if (from == to || pairs_[from].count(to) != 0) continue;
      throw InputError(place, fmt::format("no way from '{}' to '{}'", name(from), name(to)),
                       "expected one for each pair of routers with processors");
    }
  }
}

Route SourceTables::next(const Lanes& lanes, std::size_t router, unsigned kind,
                         std::size_t destination, const std::vector<Route>& before) const {
  const auto hop = hops_[router].find(key(kind, destination));
  if (hop != hops_[router].end()) {
    return {0, RouteAction::links, lanes(router, hop->second.slot)};
  }
  // no packet for it comes in here: go on as before
  return before.empty() ? Route{0, RouteAction::unreachable, {}} : before.back();
}

namespace {

struct SourceTablesParameters {
  std::string file;
};

std::unique_ptr<Routing> make_source_tables(const RoutingRequest& request) {
  if (!request.values.is_set("file")) {
    missing_key(*request.section, "routing", "file", "expected `file:`, such as routes.txt");
  }
  return std::make_unique<SourceTables>(request.topology, *request.section->find("file"));
}

}  // namespace

ComponentType source_tables_type() {
  ComponentType type =
      make_type(TypeRole::routing, "source_tables",
                "Ways from a file, one for each pair; any network of up to 4096 routers.");
  type.routing.fits = is_graph;
  type.routing.make = make_source_tables;
  ParameterTable<SourceTablesParameters> table;
  table.text("file", &SourceTablesParameters::file)
      .default_note("must be given")
      .help("In each line the routers of one way, from the first to the last.");
  return table.into(std::move(type));
}

}  // namespace weft
