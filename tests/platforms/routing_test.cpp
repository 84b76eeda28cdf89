// Every pair of processors, followed through the interval tables link by link.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "platforms/checks/header_flow.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/shape.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/follower.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::Follower;
using test::resolve_text;

std::string grid(const std::string& topology, const std::string& shape, unsigned width = 1) {
  return fmt::format(
      "network: {{topology: {}, shape: {}, width: {}, node_width: 2, router: {{links: 64}}}}\n"
      "routing: {{addressing: processor}}\n",
      topology, shape, width);
}

using Distance = std::function<std::size_t(unsigned size, unsigned a, unsigned b)>;

std::size_t straight(unsigned, unsigned a, unsigned b) { return a < b ? b - a : a - b; }
std::size_t round(unsigned size, unsigned a, unsigned b) {
  return std::min(straight(size, a, b), size - straight(size, a, b));
}

void expect_shortest_ways(const Platform& platform, const Distance& distance) {
  Follower follower(platform);
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from == &to) continue;
      std::size_t expected = 1;  // the link to the processor
      for (std::size_t d = 0; d < platform.shape.size(); ++d) {
        expected += distance(platform.shape[d], from.coordinates[d], to.coordinates[d]);
      }
      ASSERT_EQ(follower.longest_way(from, to), expected)
          << platform.components[from.component].name << " to "
          << platform.components[to.component].name;
    }
  }
  EXPECT_FALSE(follower.has_cycle());
}

TEST(Routing, MeshesDeliverAllPairsByManhattanWaysWithoutDependencyCycle) {
  for (const char* shape : {"1x1", "2", "7", "2x2", "4x4", "5x3", "1x4", "3x4x2", "2x3x2x3"}) {
    SCOPED_TRACE(shape);
    expect_shortest_ways(resolve_text(grid("mesh", shape)), straight);
  }
}

TEST(Routing, ToriDeliverAllPairsByShortestWaysWithoutDependencyCycle) {
  for (const char* shape : {"4", "5", "8", "3x3", "4x4", "5x3", "2x6", "8x8", "4x5x3"}) {
    for (const unsigned width : {2U, 3U}) {
      SCOPED_TRACE(fmt::format("{} width {}", shape, width));
      expect_shortest_ways(resolve_text(grid("torus", shape, width)), round);
    }
  }
}

TEST(Routing, HypercubesDeliverAllPairsByHammingWaysWithoutDependencyCycle) {
  for (unsigned n = 1; n <= 6; ++n) {
    SCOPED_TRACE(n);
    expect_shortest_ways(
        resolve_text(fmt::format("network: {{topology: hypercube, dimensions: {}}}", n)), straight);
  }
}

TEST(Routing, ARingWithoutLanesWouldHaveADependencyCycle) {
  // the same ring by hand: each packet the shortest way, on one link
  std::string yaml = "routing: {addressing: processor, deadlock: allowed}\ncomponents:\n";
  for (unsigned i = 0; i < 4; ++i) yaml += fmt::format("  p{}: {{type: t9000}}\n", i);
  for (unsigned i = 0; i < 4; ++i) {
    yaml += fmt::format("  r{}:\n    type: c104\n    intervals:\n", i);
    for (unsigned to = 0; to < 4; ++to) {
      const unsigned up = (to + 4 - i) % 4;
      yaml += fmt::format("      - {{to: {}, links: link{}}}\n", to + 1,
                          up == 0   ? 2
                          : up <= 2 ? 0
                                    : 1);
    }
  }
  yaml += "links:\n";
  for (unsigned i = 0; i < 4; ++i) {
    yaml += fmt::format("  - {{from: r{}.link0, to: r{}.link1}}\n", i, (i + 1) % 4);
    yaml += fmt::format("  - {{from: p{}.link0, to: r{}.link2}}\n", i, i);
  }
  const Platform platform = resolve_text(yaml);
  Follower follower(platform);
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from != &to) follower.longest_way(from, to);
    }
  }
  EXPECT_TRUE(follower.has_cycle());
}

TEST(Routing, FollowsTheOrderOfDimensions) {
  const Platform x_first = resolve_text("network: {topology: mesh, shape: 3x3}");
  const Platform y_first = resolve_text(
      "network: {topology: mesh, shape: 3x3}\n"
      "routing: {order: [y, x]}");
  const auto way_out = [](const Platform& platform) {
    const Processor& corner =
        processors_of(platform)[*processor_of(platform, *platform.find("node[2,2].cpu"))];
    const RouterTables& router = tables_of(platform).at(*platform.find("node[0,0].router"));
    return IntervalTable(router.tables[0].intervals).lookup(corner.min_header).first_link;
  };
  EXPECT_EQ(way_out(x_first), 0U);  // x upwards
  EXPECT_EQ(way_out(y_first), 2U);  // y upwards
}

TEST(Routing, GroupsTheLinksOfAFatLink) {
  const Platform platform =
      resolve_text("network: {topology: mesh, shape: 2x2, width: 4, node_width: 3}");
  const C104Parameters router = c104_parameters(platform, *platform.find("node[0,0].router"));
  ASSERT_EQ(router.per_link.size(), 32U);
  const auto& table = router.per_link[0].intervals;
  ASSERT_EQ(table.size(), 3U);  // self; y upwards; x upwards
  EXPECT_EQ(table[0].first_link, 8U);
  EXPECT_EQ(table[0].group_size, 3U);
  EXPECT_EQ(table[1].first_link, 4U);
  EXPECT_EQ(table[1].group_size, 4U);
  EXPECT_EQ(table[2].first_link, 0U);
  EXPECT_EQ(table[2].limit, 16U);
  EXPECT_TRUE(router.per_link[8].external);
  EXPECT_FALSE(router.per_link[0].external);
}

TEST(Routing, ReachesProcessorsThatHangOnAGeneratedRouter) {
  const std::string yaml =
      "network: {topology: mesh, shape: 3x3, width: 2}\n"
      "components:\n"
      "  probe: {type: t9000, links: 2}\n"
      "  far: {type: t9000}\n"
      "  near: {type: t9000}\n"
      "  star:\n"
      "    type: c104\n"
      "    links: 4\n"
      // labels: far and near come after node[2,1], and each has 12 channels
      "    intervals: [{to: 108, links: link0}, {to: 120, links: link1}, {to: 132, links: link2},\n"
      "                {to: 144, links: link0}]\n"
      "links:\n"
      "  - {from: probe.link0, to: 'node[1,2].router.link20', width: 2}\n"
      "  - {from: star.link0, to: 'node[2,1].router.link20'}\n"
      "  - {from: star.link1, to: far.link0}\n"
      "  - {from: star.link2, to: near.link0}\n"
      "workload: {type: stream, from: probe, to: near}\n";
  EXPECT_EQ(test::error_of(yaml), "");
  const Platform platform = resolve_text(yaml);
  EXPECT_EQ(processors_of(platform).size(), 12U);
  const auto probe = *processor_of(platform, *platform.find("probe"));
  EXPECT_EQ(processors_of(platform)[probe - 1].component, *platform.find("node[1,2].cpu"));
  EXPECT_EQ(t9000_parameters(platform, *platform.find("probe")).links, 2U);
  EXPECT_EQ(t9000_parameters(platform, *platform.find("far")).links, 1U);
}

TEST(Routing, FollowsRandomHeadersUntilTheyAreDeleted) {
  // Valiant: link0 of each router puts a random header in front, which names one of two routers
  const std::string good =
      "routing: {addressing: processor}\n"
      "components:\n"
      "  a: {type: t9000}\n"
      "  b: {type: t9000}\n"
      "  r0:\n"
      "    type: c104\n"
      "    intervals: [{to: 1, links: link0}, {to: 2, links: link1}, {to: 100, action: invalid},\n"
      "                {to: 101, action: strip}, {to: 102, links: link2}]\n"
      "    per_link: [{links: link0, random_header: {base: 100, range: 2}}]\n"
      "  r1:\n"
      "    type: c104\n"
      "    intervals: [{to: 1, links: link1}, {to: 2, links: link0}, {to: 101, action: invalid},\n"
      "                {to: 102, action: strip}]\n"
      "links:\n"
      "  - {from: a.link0, to: r0.link0}\n"
      "  - {from: b.link0, to: r1.link0}\n"
      "  - {from: r0.link1, to: r1.link1}\n"
      "  - {from: r0.link2, to: r1.link2}\n";
  EXPECT_EQ(test::error_of(good), "");
  std::string bad = good;
  bad.replace(bad.find("range: 2"), 8, "range: 3");
  EXPECT_EQ(test::error_of(bad),
            "t.yaml:7:16: at 'r0', header 1 of 'b' behind the random header 102, which no interval "
            "takes; expected a way to 'b'");
}

TEST(Routing, ChecksA16x16MeshWithAFewStepsFromEachChannel) {
  const Platform platform = resolve(load_netlist(WEFT_SOURCE_DIR "/platforms/mesh_16x16.yaml"));
  EXPECT_EQ(processors_of(platform).size(), 256U);
  const HeaderFlow flow(platform);
  EXPECT_LT(flow.steps(), 8 * flow.channels().count());
}

}  // namespace
}  // namespace weft
