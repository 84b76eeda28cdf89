// Every topology with every routing that fits it: who is linked to whom, how long the ways are, and
// whether channels close a cycle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/algorithms.hpp"
#include "platforms/topologies/complete.hpp"
#include "tests/platforms/follower.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::Follower;
using test::resolve_text;

std::string network(const std::string& topology, const std::string& routing = "") {
  return fmt::format(
      "network: {{topology: {}, router: {{links: 64, max_intervals: 99, overlapping_groups: "
      "true}}}}\n"
      "routing: {{{}}}\n",
      topology, routing.empty() ? "" : "algorithm: " + routing);
}

struct Ways {
  double mean = 0;  // router hops between different processors
  std::size_t longest = 0;
  bool cycle = false;
};

Ways ways_of(const std::string& yaml) {
  const Platform platform = resolve_text(yaml);
  Follower follower(platform);
  Ways ways;
  std::size_t sum = 0;
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from == &to) continue;
      const std::size_t hops = follower.longest_way(from, to) - 1;  // without that to the processor
      sum += hops;
      ways.longest = std::max(ways.longest, hops);
    }
  }
  const auto count = static_cast<double>(processors_of(platform).size());
  ways.mean = static_cast<double>(sum) / (count * (count - 1));
  ways.cycle = follower.has_cycle();
  return ways;
}

// Mean distance of two different nodes, from that along one dimension of all pairs.
double mean_of_others(double mean_with_itself, double nodes) {
  return mean_with_itself * nodes / (nodes - 1);
}
double mesh_side(double k) { return (k - 1 / k) / 3; }
double ring_side(double k) { return static_cast<int>(k) % 2 == 0 ? k / 4 : (k - 1 / k) / 4; }

TEST(Topologies, WaysOnAMeshAreAsLongAsTheClosedFormSays) {
  for (const char* routing : {"dimension_order", "minimal_adaptive"}) {
    const Ways ways = ways_of(network("mesh, shape: 5x4", routing));
    EXPECT_DOUBLE_EQ(ways.mean, mean_of_others(mesh_side(5) + mesh_side(4), 20)) << routing;
    EXPECT_EQ(ways.longest, 7U) << routing;
  }
  const Ways cube = ways_of(network("mesh, shape: 3x4x2"));
  EXPECT_DOUBLE_EQ(cube.mean, mean_of_others(mesh_side(3) + mesh_side(4) + mesh_side(2), 24));
}

TEST(Topologies, WaysOnATorusAreAsLongAsTheClosedFormSays) {
  for (const char* routing : {"dimension_order", "minimal_adaptive"}) {
    const Ways ways = ways_of(network("torus, shape: 5x4", routing));
    EXPECT_DOUBLE_EQ(ways.mean, mean_of_others(ring_side(5) + ring_side(4), 20)) << routing;
    EXPECT_EQ(ways.longest, 4U) << routing;
  }
  const Ways ring = ways_of(network("ring, nodes: 9"));
  EXPECT_DOUBLE_EQ(ring.mean, mean_of_others(ring_side(9), 9));
  EXPECT_EQ(ring.longest, 4U);
}

TEST(Topologies, WaysOnAHypercubeAreHalfItsDimensions) {
  for (const char* routing : {"dimension_order", "minimal_adaptive"}) {
    const Ways ways = ways_of(network("hypercube, dimensions: 5", routing));
    EXPECT_DOUBLE_EQ(ways.mean, mean_of_others(2.5, 32)) << routing;
    EXPECT_EQ(ways.longest, 5U) << routing;
  }
}

// To a router drawn at random, itself among them, and from it on: each phase is as long as the mean
// of all pairs, with itself.
TEST(Topologies, ValiantTakesTwoPhasesOfRandomWays) {
  struct Case {
    const char* topology;
    double phase;
    unsigned longest;
  };
  for (const Case& c : {Case{"mesh, shape: 5x4", mesh_side(5) + mesh_side(4), 7},
                        Case{"torus, shape: 5x4", ring_side(5) + ring_side(4), 4},
                        Case{"hypercube, dimensions: 4", 2, 4}, Case{"ring, nodes: 6", 1.5, 3}}) {
    SCOPED_TRACE(c.topology);
    const Platform platform = resolve_text(network(c.topology, "valiant"));
    Follower follower(platform);
    ASSERT_EQ(follower.random_labels(), processors_of(platform).size());
    double sum = 0;
    std::size_t longest = 0;
    for (const Processor& from : processors_of(platform)) {
      for (const Processor& to : processors_of(platform)) {
        if (&from == &to) continue;
        sum += follower.mean_way(from, to) - 1;
        for (std::uint32_t label = 0; label < follower.random_labels(); ++label) {
          longest = std::max(longest, follower.way_by(label, from, to) - 1);
        }
      }
    }
    const auto count = static_cast<double>(processors_of(platform).size());
    EXPECT_NEAR(sum / (count * (count - 1)), 2 * c.phase, 1e-9);
    EXPECT_LE(longest, 2 * c.longest);
    EXPECT_GT(longest, c.longest);
    EXPECT_FALSE(follower.has_cycle());
  }
}

TEST(Topologies, WaysInTreesGoUpToTheNearestCommonAncestor) {
  // 2-ary 3-tree: of 7 others 1 is at the same leaf, 2 are below a router of level 1, 4 of level 2
  const Ways tree = ways_of(network("fat_tree, arity: 2, levels: 3"));
  EXPECT_DOUBLE_EQ(tree.mean, (1 * 0 + 2 * 2 + 4 * 4) / 7.0);
  EXPECT_EQ(tree.longest, 4U);
  EXPECT_FALSE(tree.cycle);
  const Ways clos = ways_of(network("clos, leaves: 4, spines: 3, processors: 2"));
  EXPECT_DOUBLE_EQ(clos.mean, 2 * 6 / 7.0);
  EXPECT_EQ(clos.longest, 2U);
  EXPECT_FALSE(clos.cycle);
}

TEST(Topologies, WaysInAHexagonalArrayAreShortest) {
  const Platform platform = resolve_text(network("hexagonal, shape: 5x4"));
  // a diagonal step does both when they have opposite signs
  const auto hops = [](const Processor& from, const Processor& to) {
    const int dx = static_cast<int>(to.coordinates[0]) - static_cast<int>(from.coordinates[0]);
    const int dy = static_cast<int>(to.coordinates[1]) - static_cast<int>(from.coordinates[1]);
    return static_cast<unsigned>(std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)}));
  };
  Follower follower(platform);
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from == &to) continue;
      EXPECT_EQ(follower.longest_way(from, to) - 1, hops(from, to));
    }
  }
  EXPECT_FALSE(follower.has_cycle());
}

TEST(Topologies, StarAndFullyConnectedTakeTwoHopsAndOne) {
  const Ways star = ways_of(network("star, nodes: 6"));
  EXPECT_EQ(star.mean, 2);
  const Ways all = ways_of(network("fully_connected, nodes: 6"));
  EXPECT_EQ(all.mean, 1);
  EXPECT_FALSE(star.cycle || all.cycle);
}

TEST(Topologies, ExpressLinksShortenLongWays) {
  const Ways express = ways_of(network("express_cube, shape: 17, interval: 4"));
  EXPECT_EQ(express.longest, 3U + 2U + 3U);  // node 1 to 15: to 4, to 12, to 15
  EXPECT_FALSE(express.cycle);
  const Ways wrapped = ways_of(network("express_cube, shape: 8x8, interval: 4, wraps: true"));
  EXPECT_FALSE(wrapped.cycle);
  EXPECT_EQ(wrapped.longest, 8U);  // node 1 to 5: 3 local hops, then one, in each dimension
}

TEST(Topologies, NoDeterministicRoutingClosesACycleThatShouldNot) {
  for (const char* topology :
       {"mesh, shape: 4x3", "mesh, shape: 2x2x3", "torus, shape: 4x5", "torus, shape: 3x3x3",
        "torus, shape: 2x4", "hypercube, dimensions: 4", "ring, nodes: 7",
        "express_cube, shape: 7x5, interval: 3", "hexagonal, shape: 4x5"}) {
    EXPECT_FALSE(ways_of(network(topology, "dimension_order")).cycle) << topology;
  }
}

TEST(Topologies, UpDownIsFreeOfCyclesOnEveryTopology) {
  for (const char* topology :
       {"mesh, shape: 4x3", "torus, shape: 4x5", "hypercube, dimensions: 4", "ring, nodes: 8",
        "express_cube, shape: 7x5, interval: 3", "hexagonal, shape: 4x5", "star, nodes: 5",
        "fully_connected, nodes: 6", "fat_tree, arity: 2, levels: 3",
        "clos, leaves: 4, spines: 3, processors: 2"}) {
    EXPECT_FALSE(ways_of(network(topology, "up_down")).cycle) << topology;
  }
}

TEST(Topologies, ShortestPathsRoundARingCloseACycle) {
  EXPECT_TRUE(ways_of("network: {topology: ring, nodes: 6}\n"
                      "routing: {algorithm: shortest_path, deadlock: allowed}\n")
                  .cycle);
  EXPECT_TRUE(ways_of("network: {topology: torus, shape: 4x4}\n"
                      "routing: {dateline: false, deadlock: allowed}\n")
                  .cycle);
}

TEST(Topologies, EveryRouterOfATreeReachesWhatItSays) {
  const Topology tree = make_tree(3, 3, 3);
  EXPECT_EQ(tree.size(), 27U);
  EXPECT_EQ(tree.edges.size(), 2U * 9 * 3);
  const auto neighbours = neighbours_of(tree);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Tree::Router& router = tree.tree->routers[i];
    for (unsigned slot = 0; slot < router.down_slots; ++slot) {
      const Tree::Router& child = tree.tree->routers[neighbours[i][slot]->router];
      EXPECT_EQ(child.first_leaf, router.first_leaf + slot * router.child_leaves);
      EXPECT_EQ(child.last_leaf, child.first_leaf + router.child_leaves);
    }
    for (unsigned slot = router.down_slots; slot < tree.routers[i].slots; ++slot) {
      const Tree::Router& parent = tree.tree->routers[neighbours[i][slot]->router];
      EXPECT_LE(parent.first_leaf, router.first_leaf);
      EXPECT_GE(parent.last_leaf, router.last_leaf);
    }
  }
}

TEST(Topologies, FatLinksOnAnyEdge) {
  const Platform platform = resolve_text(
      "network:\n"
      "  topology: mesh\n"
      "  shape: 3x1\n"
      "  edges: [{between: ['node[0,0]', 'node[1,0]'], width: 3}]\n");
  EXPECT_EQ(platform.links.size(), 3U + 3 + 1);
  const Platform graph = resolve_text(
      "network: {topology: star, nodes: 3, width: 2, edges: "
      "[{between: [hub, 'node[2]'], width: 5}]}");
  EXPECT_EQ(graph.links.size(), 3U + 2 + 2 + 5);
}

TEST(Topologies, NodesWithNoneOneOrSeveralProcessors) {
  const Platform platform = resolve_text(
      "network:\n"
      "  topology: mesh\n"
      "  shape: 2x2\n"
      "  processors: 2\n"
      "  processors_at: [{match: 'node[0,0]', processors: 0}, {match: 'node[1,?]', processors: "
      "1}]\n"
      "workload: {type: random_traffic}\n");
  std::set<std::string> names;
  for (const Processor& p : processors_of(platform))
    names.insert(platform.components[p.component].name);
  EXPECT_EQ(names, (std::set<std::string>{"node[0,1].cpu0", "node[0,1].cpu1", "node[1,0].cpu",
                                          "node[1,1].cpu"}));
  EXPECT_TRUE(platform.shape.empty());
}

TEST(Topologies, WithoutGroupingDestinationsAreSpreadOverTheLinksOfATree) {
  const std::string clos = "network: {topology: clos, leaves: 4, spines: 4, processors: 4}\n";
  const Platform grouped = resolve_text(clos);
  const Platform fixed = resolve_text(clos + "routing: {grouped: false}\n");
  const std::size_t leaf = *fixed.find("leaf[1]");
  EXPECT_EQ(tables_of(grouped).at(leaf).tables[0].intervals[0].group_size, 4U);
  const RouterTables& router = tables_of(fixed).at(leaf);
  std::vector<unsigned> uses(4, 0);
  for (unsigned input = 4; input < 8; ++input) {  // links 0 to 3 go up, 4 to 7 to processors
    std::set<unsigned> used;
    for (const Processor& to : processors_of(fixed)) {
      const Interval interval =
          IntervalTable(router.tables[router.table_of_link[input]].intervals).lookup(to.min_header);
      EXPECT_EQ(interval.group_size, 1U);
      if (interval.first_link >= 4) continue;
      used.insert(interval.first_link);
      ++uses[interval.first_link];
    }
    EXPECT_EQ(used.size(), 3U) << "each of the three other leaves by a link of its own";
  }
  EXPECT_EQ(uses, (std::vector<unsigned>{12, 12, 12, 12}));
}

TEST(Topologies, WithoutGroupingEachLinkOfAFatLinkHasItsShareOfTheDestinations) {
  const Platform platform =
      resolve_text("network: {topology: mesh, shape: 5x1, width: 4}\nrouting: {grouped: false}\n");
  const RouterTables& router = tables_of(platform).at(*platform.find("node[0,0].router"));
  std::vector<unsigned> uses(4, 0);
  for (const Processor& to : processors_of(platform)) {
    const Interval interval = IntervalTable(router.tables[0].intervals).lookup(to.min_header);
    EXPECT_EQ(interval.group_size, 1U);
    if (interval.first_link < 4) ++uses[interval.first_link];
  }
  EXPECT_EQ(uses, (std::vector<unsigned>{1, 1, 1, 1}));
}

TEST(Topologies, TreesWithoutProcessorsHaveNothingToRoute) {
  EXPECT_EQ(error_of("network: {topology: clos, leaves: 4, spines: 2, processors: 0}\n"), "");
  EXPECT_EQ(error_of("network: {topology: fat_tree, arity: 2, levels: 2, processors: 0}\n"), "");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2x2, processors: 0}\n"), "");
}

TEST(Topologies, ContradictionsAndWhatDoesNotFit) {
  EXPECT_EQ(error_of("network: {topology: hypercube, dimensions: 3, shape: 2x2}\n"),
            "t.yaml:1:54: 'shape' beside 'dimensions'; expected one of them");
  EXPECT_EQ(
      error_of("network: {topology: express_cube, shape: 10x4, interval: 4, wraps: true}\n"),
      "t.yaml:1:42: 10 nodes round a ring with express links of 4; expected a multiple of the "
      "interval, or `wraps: false`");
  EXPECT_EQ(error_of("network: {topology: hexagonal, shape: 3x3x3}\n"),
            "t.yaml:1:39: '3x3x3' as the shape of a hexagonal array; expected two sizes, such as "
            "4x4");
  EXPECT_EQ(error_of("network: {topology: fat_tree, arity: 32, levels: 9}\n"),
            "t.yaml:1:50: a tree of arity 32 and 9 levels; expected at most 65536 routers");
  EXPECT_EQ(error_of("network: {topology: clos, leaves: 4, spines: 2}\n"
                     "routing: {algorithm: dimension_order}\n"),
            "t.yaml:2:22: the routing dimension_order on a clos; expected nearest_common_ancestor, "
            "up_down, shortest_path or source_tables");
  EXPECT_EQ(error_of("network: {topology: ring}\n"),
            "t.yaml:1:10: network without 'nodes'; expected `nodes:`, such as 8");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 4x4, processors_at: [{match: 'nod*', "
                     "processors: 2}, {match: 'noed[1,1]', processors: 2}]}\n"),
            "t.yaml:1:95: the pattern 'noed[1,1]' matches no node; expected a name, in which * "
            "stands for anything and ? for one character; did you mean 'node[1,1]'?");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 64x64, processors: 20}\n").substr(0, 70),
            "t.yaml:1:10: a network of 81920 processors; expected at most 65536");
  EXPECT_EQ(error_of("network: {topology: hypercube, dimensions: 5}\n"
                     "routing: {algorithm: minimal_adaptive}\n"
                     "defaults: {c104: {max_intervals: 8, overlapping_groups: true}}\n")
                .find("needs"),
            53U);
}

}  // namespace
}  // namespace weft
