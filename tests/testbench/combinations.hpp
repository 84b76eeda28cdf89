// Every topology with every routing that fits it and is free of deadlock, at small sizes.
#pragma once

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/c104/interval_table.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {

/// A topology at a small size, and the routings of it that cannot deadlock.
struct SmallNetwork {
  std::string name;  ///< "express_torus"
  std::string keys;  ///< Of `network:`.
  std::vector<std::string> routings;
};

inline const std::vector<SmallNetwork>& small_networks() {
  static const std::vector<std::string> on_rings{"dimension_order", "valiant", "minimal_adaptive",
                                                 "up_down", "source_tables"};
  static const std::vector<std::string> on_meshes{"dimension_order",  "valiant",
                                                  "minimal_adaptive", "up_down",
                                                  "shortest_path",    "source_tables"};
  static const std::vector<std::string> on_trees{"nearest_common_ancestor", "up_down",
                                                 "shortest_path", "source_tables"};
  static const std::vector<std::string> anywhere{"up_down", "shortest_path", "source_tables"};
  static const std::vector<SmallNetwork> networks{
      {"mesh", "topology: mesh, shape: 4x4", on_meshes},
      {"mesh_3d", "topology: mesh, shape: 2x3x3", on_meshes},
      {"torus", "topology: torus, shape: 4x4", on_rings},
      {"torus_odd", "topology: torus, shape: 5x3", on_rings},
      {"ring", "topology: ring, nodes: 8", on_rings},
      {"hypercube", "topology: hypercube, dimensions: 4", on_rings},
      {"express_mesh",
       "topology: express_cube, shape: 7x2, interval: 3",
       {"dimension_order", "valiant", "up_down", "source_tables"}},
      {"express_torus",
       "topology: express_cube, shape: 8x2, interval: 2, wraps: true",
       {"dimension_order", "valiant", "up_down", "source_tables"}},
      {"hexagonal",
       "topology: hexagonal, shape: 4x4",
       {"dimension_order", "valiant", "up_down", "shortest_path", "source_tables"}},
      {"star", "topology: star, nodes: 6, processors: 2", anywhere},
      {"fully_connected", "topology: fully_connected, nodes: 6, processors: 2", anywhere},
      {"fat_tree", "topology: fat_tree, arity: 2, levels: 3", on_trees},
      {"clos", "topology: clos, leaves: 4, spines: 3, processors: 3", on_trees},
      {"graph", "topology: graph, file: net.edges", {"up_down", "source_tables"}},
  };
  return networks;
}

/// Two squares, a pentagon and a tail.
constexpr const char* small_graph = "a b\nb c\nc d\nd a\nc e\ne f\nf g\ng d\ng h\nh i\ni e\ni j\n";

/// One of them, with fat links of as few DS-Links as the routing needs, or with one more.
struct Combination {
  std::string network;
  std::string keys;
  std::string routing;
  bool wide = false;
  bool grouped = true;

  /// "torus_valiant_wide_ungrouped"
  std::string name() const {
    return fmt::format("{}_{}{}{}", network, routing, wide ? "_wide" : "",
                       grouped ? "" : "_ungrouped");
  }
  friend std::ostream& operator<<(std::ostream& stream, const Combination& combination) {
    return stream << combination.name();
  }
};

inline std::vector<Combination> all_combinations() {
  std::vector<Combination> all;
  for (const SmallNetwork& network : small_networks()) {
    for (const std::string& routing : network.routings) {
      for (const bool wide : {false, true}) {
        for (const bool grouped : {true, false}) {
          all.push_back({network.name, network.keys, routing, wide, grouped});
        }
      }
    }
  }
  return all;
}

/// Those whose fat links are as narrow as can be, and whose hunt groups take any free link.
inline std::vector<Combination> narrowest_combinations() {
  std::vector<Combination> narrowest;
  for (const Combination& combination : all_combinations()) {
    if (!combination.wide && combination.grouped) narrowest.push_back(combination);
  }
  return narrowest;
}

/// The routers of the way that the tables of a platform send a packet.
inline std::vector<std::string> routers_on_way(const Platform& platform,
                                               const Connections& connections,
                                               const Processor& from, const Processor& to) {
  std::vector<std::string> way;
  for (LinkEnd end = *connections.far_end({from.component, 0}); end.component != to.component;) {
    way.push_back(platform.components[end.component].name);
    const RouterTables& router = tables_of(platform).at(end.component);
    const IntervalTable table(router.tables[router.table_of_link[end.port]].intervals);
    end = *connections.far_end({end.component, table.lookup(to.min_header).first_link});
  }
  return way;
}

/// The ways between all routers with processors, as a file of `source_tables` has them.
inline std::string routes_of(const Platform& platform) {
  const Connections connections(platform);
  std::set<std::string> lines;
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from == &to) continue;
      const auto way = routers_on_way(platform, connections, from, to);
      if (way.size() > 1) lines.insert(fmt::format("{}\n", fmt::join(way, " ")));
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

/// Links between the two routers that are joined by most.
inline std::size_t widest(const Platform& platform) {
  std::size_t most = 0;
  for (const LinkSpec& link : platform.links) {
    const bool routers = platform.components[link.from.component].is(Part::table_router) &&
                         platform.components[link.to.component].is(Part::table_router);
    if (!routers) continue;
    const auto same = [&](const LinkSpec& other) {
      return other.from.component == link.from.component && other.to.component == link.to.component;
    };
    most = std::max(most, static_cast<std::size_t>(
                              std::count_if(platform.links.begin(), platform.links.end(), same)));
  }
  return most;
}

/// Writes and reads the platform of a combination; `more` are further lines of the file.
inline Platform platform_of(const Combination& combination, const std::string& more) {
  const TemporaryFolder folder;
  folder.write("net.edges", small_graph);
  const auto read = [&](const std::string& network, const std::string& routing) {
    const std::string text = fmt::format(
        "network: {{{}, router: {{links: 64, max_intervals: 99, overlapping_groups: {}}}}}\n"
        "routing: {{algorithm: {}, grouped: {}}}\n{}",
        network, routing == "minimal_adaptive", routing, combination.grouped, more);
    return resolve(load_netlist(folder.write("platform.yaml", text)));
  };
  std::string routing = combination.routing;
  if (routing == "source_tables") {
    // free of deadlock, and the way on depends on where a packet comes from
    folder.write("routes.txt", routes_of(read(combination.keys, "up_down")));
    routing += ", file: routes.txt";
  }
  const std::string keys = fmt::format("{}, node_width: 2", combination.keys);
  if (!combination.wide) return read(keys, routing);
  const std::size_t width = widest(read(keys, routing)) + 1;
  return read(fmt::format("{}, width: {}", keys, width), routing);
}

}  // namespace weft::test
