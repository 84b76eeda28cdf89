// Which channel of each cell a connection is given.
#include "platforms/conset/channel_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

CompilerOptions none_reserved() {
  CompilerOptions options;
  options.reserved_channels = 0;
  return options;
}

Schedule compiled(const std::string& pattern, const CellGraph& graph, unsigned bus_channels = 0) {
  CompilerOptions options = none_reserved();
  options.router.resources.bus_channels = bus_channels;
  return compile(graph, make_pattern(pattern, {}, graph), options);
}

// Input channels of a cell by default: 0-3 of x_right, 4-7 of y_up, 8-11 of x_left, 12-15 of
// y_down, 16-19 its own. What leaves a cell on its right side arrives on the left one of the next.
TEST(ConsetChannels, are_the_cells_own_where_a_connection_begins_and_then_those_of_busses) {
  const CellGraph graph = graph_of("mesh", "3x2");
  const Schedule schedule = compile(graph, set_of({{0, 5}, {0, 2}, {1, 2}}), none_reserved());
  ASSERT_EQ(schedule.phases.size(), 1U);
  for (const ScheduledConnection& one : schedule.phases[0].connections) {
    ASSERT_EQ(one.channels.size(), one.way.size() + 1);
    EXPECT_GE(one.channels[0], 16U);
    for (std::size_t hop = 0; hop < one.way.size(); ++hop) {
      EXPECT_EQ(one.channels[hop + 1] / 4, one.way[hop] == Bus::x_right ? 2U : 1U);
    }
  }
}

// "It is essential that two non-adjacent cells do not attempt to create a new pathway through a
// common neighbor using the same logical channel on that neighbor" (4.1.3)
TEST(ConsetChannels, no_channel_of_a_cell_is_given_twice_in_a_phase) {
  const CellGraph graph = graph_of("torus", "8x8");
  for (const Phase& phase : compiled("all_to_all", graph).phases) {
    std::set<std::pair<unsigned, unsigned>> taken;  // cell and channel
    std::size_t held = 0;
    for (const ScheduledConnection& one : phase.connections) {
      // connections of all_to_all stand by source, destinations ascending
      unsigned cell = static_cast<unsigned>(one.connection / 63);
      for (std::size_t hop = 0; hop <= one.way.size(); ++hop) {
        taken.emplace(cell, one.channels[hop]);
        EXPECT_LT(one.channels[hop], 20U);
        ++held;
        if (hop < one.way.size()) {
          cell = graph.busses()[*graph.bus_out(cell, one.way[hop])].to;
        }
      }
    }
    EXPECT_EQ(taken.size(), held);
  }
}

// Five connections into one cell over a bus of four channels: the fifth takes one of another bus.
TEST(ConsetChannels, beyond_those_of_a_bus_are_the_lowest_that_are_left) {
  const CellGraph graph = graph_of("mesh", "2x1");
  const ConnectionSet set = set_of({{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}});
  const Schedule schedule = compile(graph, set, none_reserved());
  ASSERT_EQ(schedule.phases.size(), 1U);
  std::vector<std::vector<unsigned>> channels;
  for (const ScheduledConnection& one : schedule.phases[0].connections) {
    channels.push_back(one.channels);
  }
  EXPECT_EQ(channels,
            (std::vector<std::vector<unsigned>>{{16, 8}, {17, 9}, {18, 10}, {19, 11}, {0, 0}}));
  EXPECT_EQ(channels_of_other_busses(schedule.phases[0], schedule.set, graph), 2U);
}

TEST(ConsetChannels, keep_to_their_busses_where_no_more_connections_lead_over_one) {
  const CellGraph graph = graph_of("torus", "8x8");
  for (const std::string& pattern : {std::string("torus"), std::string("hypercube")}) {
    const Schedule schedule = compiled(pattern, graph, 4);
    for (const Phase& phase : schedule.phases) {
      EXPECT_EQ(channels_of_other_busses(phase, schedule.set, graph), 0U) << pattern;
    }
  }
}

// Section 5: "the ConSet model used 12 for communication and 3 for fast synchronization".
TEST(ConsetChannels, never_are_the_last_ones_of_a_cell_which_are_reserved) {
  const CellGraph graph = graph_of("torus", "8x8");
  CompilerOptions options;
  options.router.resources.channels = 17;
  const Schedule schedule = compile(graph, make_pattern("all_to_all", {}, graph), options);
  EXPECT_EQ(fault_of(schedule, graph), "");
  unsigned greatest = 0;
  for (const Phase& phase : schedule.phases) {
    for (const ScheduledConnection& one : phase.connections) {
      greatest = std::max(greatest, *std::max_element(one.channels.begin(), one.channels.end()));
    }
  }
  EXPECT_EQ(greatest, 16U);  // of 20
}

TEST(ConsetChannels, cannot_be_more_than_a_cell_has) {
  const CellGraph graph = graph_of("mesh", "2x1");
  CompilerOptions options;
  options.router.resources.channels = 18;
  EXPECT_THROW(compile(graph, set_of({{0, 1}}), options), std::logic_error);
  options = none_reserved();
  options.router.resources.channels = 21;
  EXPECT_THROW(compile(graph, set_of({{0, 1}}), options), std::logic_error);
}

}  // namespace
}  // namespace weft::conset
