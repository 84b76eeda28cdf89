// The communication compiler on large networks, and on those that are hard to route.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

std::size_t phases(const std::string& pattern, const CellGraph& graph, unsigned channels = 12) {
  CompilerOptions options;
  options.router.resources.channels = channels;
  // none to synchronise where all are for connections
  options.reserved_channels = std::min(options.reserved_channels, graph.channels() - channels);
  const Schedule schedule = compile(graph, make_pattern(pattern, {}, graph), options);
  EXPECT_EQ(fault_of(schedule, graph), "");
  return schedule.phases.size();
}

TEST(ConsetLarge, patterns_of_1024_cells_are_routed) {
  const CellGraph graph = graph_of("torus", "32x32");
  EXPECT_EQ(phases("torus", graph), 1U);
  EXPECT_EQ(phases("transpose", graph), 2U);
  EXPECT_EQ(phases("hypercube", graph), 5U);
}

// The middle of the surface is crowded: 37 phases and not 34, which is what counting gives.
TEST(ConsetLarge, all_to_all_is_routed_on_the_surface_of_a_torus) {
  const CellGraph graph = graph_of("torus", "8x8", false);
  EXPECT_LE(phases("all_to_all", graph), 40U);
}

// "As expected the transfer rates were approximately half of the torus router" (5.1.3): by the
// words over the busiest bus of each phase. Half as many busses cross the middle.
TEST(ConsetLarge, all_to_all_has_about_half_the_rate_on_the_surface) {
  const auto clocks = [](bool backloops) {
    const CellGraph graph = graph_of("torus", "8x8", backloops);
    const Schedule schedule = compile(graph, make_pattern("all_to_all", {}, graph), {});
    return static_cast<double>(busiest_bus_clocks(schedule, graph));
  };
  EXPECT_NEAR(clocks(true) / clocks(false), 0.5, 0.1);
}

TEST(ConsetLarge, all_to_all_is_near_its_bound_whatever_the_channels) {
  const CellGraph graph = graph_of("torus", "8x8");
  EXPECT_LE(phases("all_to_all", graph, 16), 21U);  // 20 by counting
  EXPECT_LE(phases("all_to_all", graph, 20), 17U);  // 16
}

}  // namespace
}  // namespace weft::conset
