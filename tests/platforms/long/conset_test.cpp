// The communication compiler on large networks, and on those that are hard to route.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

std::size_t phases(const std::string& pattern, const CellGraph& graph, unsigned channels = 12) {
  CompilerOptions options;
  options.router.resources.channels = channels;
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

TEST(ConsetLarge, all_to_all_is_near_its_bound_whatever_the_channels) {
  const CellGraph graph = graph_of("torus", "8x8");
  EXPECT_LE(phases("all_to_all", graph, 16), 21U);  // 20 by counting
  EXPECT_LE(phases("all_to_all", graph, 20), 17U);  // 16
}

}  // namespace
}  // namespace weft::conset
