// Ways along one dimension after the other, and the permutations that have no contention so.
#include "platforms/conset/dimension_order.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

CompilerOptions in_dimension_order(unsigned bus_channels = 0, unsigned own_channels = 0) {
  CompilerOptions options;
  options.router = options_of(RouterKind::dimension_order);
  options.router.resources.bus_channels = bus_channels;
  options.router.resources.own_channels = own_channels;
  return options;
}

// Hinrichs et al. 1994: the least number of phases in which each bus is taken once, 64 on 8x8
// cells.
TEST(ConsetPermutations, take_each_bus_once_in_each_of_64_phases) {
  const CellGraph graph = graph_of("torus", "8x8");
  const Schedule schedule =
      compile(graph, make_pattern("permutations", {}, graph), in_dimension_order(1, 1));
  EXPECT_EQ(fault_of(schedule, graph), "");
  EXPECT_EQ(schedule.phases.size(), 64U);
  std::set<std::pair<unsigned, unsigned>> pairs;
  std::size_t hops = 0;
  for (const Phase& phase : schedule.phases) {
    std::set<unsigned> receivers;
    for (const ScheduledConnection& one : phase.connections) {
      const Connection& connection = schedule.set.connections[one.connection];
      EXPECT_TRUE(receivers.insert(connection.to).second);
      pairs.emplace(connection.from, connection.to);
      hops += one.way.size();
    }
  }
  EXPECT_EQ(pairs.size(), 64U * 63U);
  EXPECT_EQ(hops, 64U * 256U);  // all busses in all phases
}

TEST(ConsetPermutations, are_of_8x8_cells) {
  const CellGraph graph = graph_of("torus", "4x4");
  EXPECT_EQ(error_of([&] { make_pattern("permutations", {}, graph); }),
            "permutations: 'permutations' on 't'; expected 8x8 cells");
}

TEST(ConsetDimensionOrder, goes_along_x_then_y_the_shorter_way_round) {
  const CellGraph graph = graph_of("torus", "4x4");
  const Schedule schedule =
      compile(graph, set_of({{0, 5}, {0, 15}, {0, 2}, {1, 3}}), in_dimension_order());
  ASSERT_EQ(schedule.phases.size(), 1U);
  const std::vector<std::vector<Bus>> ways{{Bus::x_right, Bus::y_down},
                                           {Bus::x_left, Bus::y_up},
                                           {Bus::x_right, Bus::x_right},
                                           {Bus::x_left, Bus::x_left}};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    EXPECT_EQ(schedule.phases[0].connections[i].way, ways[i]);
  }
}

TEST(ConsetDimensionOrder, takes_the_first_phase_with_room_and_keeps_orders) {
  const CellGraph graph = graph_of("torus", "4x4");
  ConnectionSet set = make_pattern("all_to_all", {}, graph);
  set.order.push_back({{200}, {0, 1}, set.place});
  const Schedule schedule = compile(graph, set, in_dimension_order());
  EXPECT_EQ(fault_of(schedule, graph), "");
  const Schedule two_over_a_bus = compile(graph, set, in_dimension_order(2));
  EXPECT_EQ(fault_of(two_over_a_bus, graph), "");
  EXPECT_GT(two_over_a_bus.phases.size(), schedule.phases.size());
}

TEST(ConsetDimensionOrder, refuses_ways_over_busses_that_are_not_there) {
  const CellGraph ends = graph_of("torus", "8x1", false);
  EXPECT_NE(error_of([&] {
              compile(ends, set_of({{0, 7}}), in_dimension_order());
            }).find("no way for 'c0' from 'node[0,0]' to 'node[7,0]'"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::conset
