// A good schedule, spoilt in each way that the checker is to find.
#include <gtest/gtest.h>

#include <string>

#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

// Both connections of a chain of three cells, by hand: c0 from 0 to 2, c1 from 1 to 2.
Schedule good_schedule(const CellGraph& graph) {
  Schedule schedule;
  schedule.set = set_of({{0, 2}, {1, 2}});
  schedule.set.connections[0].words = 10;
  schedule.set.connections[1].words = 20;
  schedule.platform = graph.platform();
  schedule.cells = graph.cells();
  schedule.phases = {{0,
                      {{0, {Bus::x_right, Bus::x_right}, {16, 8, 9}, 0, 20, {}},
                       {1, {Bus::x_right}, {16, 8}, 20, 40, {}}}}};
  return schedule;
}

class ConsetCheck : public testing::Test {
 protected:
  std::string fault() const { return fault_of(schedule, graph); }

  CellGraph graph = graph_of("mesh", "3x1");
  Schedule schedule = good_schedule(graph);
};

TEST_F(ConsetCheck, finds_nothing_in_a_good_schedule) { EXPECT_EQ(fault(), ""); }

TEST_F(ConsetCheck, finds_another_platform) {
  schedule.cells = 4;
  EXPECT_EQ(fault(), "a schedule for 't' of 4 cells; expected one for 't' of 3 cells");
  schedule.cells = 3;
  schedule.platform = "the same by another name";
  EXPECT_EQ(fault(), "");
}

TEST_F(ConsetCheck, finds_a_bus_that_is_not_there) {
  schedule.phases[0].connections[0].way[0] = Bus::y_up;
  EXPECT_EQ(fault(),
            "a way of 'c0' over y_up of 'node[0,0]'; expected a bus that leads to another cell");
}

TEST_F(ConsetCheck, finds_a_way_to_another_cell) {
  schedule.phases[0].connections[0].way.pop_back();
  schedule.phases[0].connections[0].channels.pop_back();
  EXPECT_EQ(fault(), "a way of 'c0' to 'node[1,0]'; expected one to 'node[2,0]'");
}

TEST_F(ConsetCheck, finds_too_many_channels_of_a_cell) {
  schedule.resources.channels = 1;
  EXPECT_EQ(fault(),
            "2 routes through 'node[1,0]' in phase 0; expected at most 1, a channel for each");
}

TEST_F(ConsetCheck, finds_more_channels_than_a_cell_has) {
  schedule.resources.channels = 21;
  EXPECT_EQ(fault(), "21 channels of a cell; expected at most 20");
}

TEST_F(ConsetCheck, finds_a_channel_that_two_connections_hold) {
  schedule.phases[0].connections[1].channels = {8, 7};
  EXPECT_EQ(fault(),
            "channel 8 of 'node[1,0]' for 'c1' in phase 0, which 'c0' holds; expected another "
            "channel for each");
}

TEST_F(ConsetCheck, finds_a_channel_that_a_cell_has_not) {
  schedule.phases[0].connections[1].channels[1] = 20;
  EXPECT_EQ(fault(), "channel 20 of 'node[2,0]' for 'c1'; expected 0..19");
}

TEST_F(ConsetCheck, finds_too_few_channels_for_a_way) {
  schedule.phases[0].connections[0].channels.pop_back();
  EXPECT_EQ(fault(), "2 channels of 'c0'; expected 3, one in each cell on its way");
}

TEST_F(ConsetCheck, finds_too_many_routes_over_a_bus) {
  schedule.resources.bus_channels = 1;
  EXPECT_EQ(fault(), "2 routes over x_right of 'node[1,0]' in phase 0; expected at most 1");
}

TEST_F(ConsetCheck, finds_a_bandwidth_that_is_not_kept) {
  schedule.set.connections[1].bandwidth = 20'000'000;
  EXPECT_EQ(fault(), "");
  schedule.set.connections[1].bandwidth = 20'000'001;
  EXPECT_EQ(
      fault(),
      "'c1' shares x_right of 'node[1,0]' with 1 others, which leaves it 20 MB/s; expected at "
      "least 20.000001 MB/s");
}

TEST_F(ConsetCheck, finds_a_latency_that_is_not_kept) {
  schedule.set.connections[0].latency = 500 * nanosecond;
  EXPECT_EQ(fault(), "");
  schedule.set.connections[0].latency = 499 * nanosecond;
  EXPECT_EQ(fault(), "a word of 'c0' takes up to 500 ns; expected at most 499 ns");
}

TEST_F(ConsetCheck, finds_two_receives_at_once) {
  schedule.phases[0].connections[1].start = 19;
  EXPECT_EQ(
      fault(),
      "'node[2,0]' receives from 'c1' at clock 19, while 'c0' does; expected a start at clock "
      "20 or later");
}

TEST_F(ConsetCheck, finds_two_sends_at_once) {
  schedule.set.connections[1].from = 0;
  schedule.set.connections[1].to = 1;
  schedule.phases[0].connections[1].channels = {17, 9};
  EXPECT_EQ(fault(), "");
  schedule.phases[0].connections[1].start = 0;
  EXPECT_EQ(fault(),
            "'node[0,0]' sends over 'c1' at clock 0, while 'c0' does; expected a start at clock 20 "
            "or later");
}

TEST_F(ConsetCheck, finds_a_send_and_a_receive_where_one_connection_is_used_at_once) {
  schedule.set = set_of({{0, 1}, {1, 2}});
  schedule.set.connections[0].words = 10;
  schedule.set.connections[1].words = 20;
  schedule.phases[0].connections[0].way = {Bus::x_right};
  schedule.phases[0].connections[0].channels = {16, 9};
  schedule.phases[0].connections[1].start = 19;
  EXPECT_EQ(fault(), "");
  schedule.at_once = 1;
  EXPECT_EQ(fault(),
            "'node[1,0]' sends over 'c1' at clock 19, while it uses 'c0', one at once; expected a "
            "start at clock 20 or later");
}

TEST_F(ConsetCheck, finds_a_time_that_is_not_that_of_its_words) {
  schedule.phases[0].connections[1].clocks = 39;
  EXPECT_EQ(fault(), "39 clocks for 'c1'; expected 40, 2 for each word");
}

TEST_F(ConsetCheck, finds_an_order_that_is_not_kept_in_a_phase) {
  schedule.set.order = {{{0}, {1}, {}}};
  EXPECT_EQ(fault(), "");
  schedule.set.order = {{{1}, {0}, {}}};
  EXPECT_EQ(fault(), "'c0' starts at clock 0; expected clock 60 or later, when 'c1' is done");
}

TEST_F(ConsetCheck, finds_an_order_that_is_not_kept_between_phases) {
  schedule.set.order = {{{0}, {1}, {}}};
  schedule.phases.push_back({0, {schedule.phases[0].connections[0]}});
  schedule.phases[0].connections.erase(schedule.phases[0].connections.begin());
  EXPECT_EQ(fault(),
            "'c1' in phase 0, before others that it waits for, in phase 1; expected phases in that "
            "order");
}

TEST_F(ConsetCheck, finds_a_connection_that_is_missing_or_there_twice) {
  schedule.phases.push_back({0, {schedule.phases[0].connections[0]}});
  EXPECT_EQ(fault(),
            "'c0' in the phases 0 and 1 of step 0; expected each connection once in a step");
  schedule.phases.pop_back();
  schedule.phases[0].connections.pop_back();
  EXPECT_EQ(fault(), "'c1' in no phase of step 0; expected it in one");
}

TEST_F(ConsetCheck, finds_a_connection_in_a_step_of_others) {
  schedule.set.steps = {{0}, {1}};
  EXPECT_EQ(fault(), "'c1' in a phase of step 0; expected a connection of that step");
}

TEST_F(ConsetCheck, finds_steps_out_of_their_order) {
  schedule.set.steps = {{1}, {0}};
  schedule.phases.push_back({0, {schedule.phases[0].connections[1]}});
  schedule.phases[0].step = 1;
  schedule.phases[0].connections.pop_back();
  EXPECT_EQ(
      fault(),
      "phase 1 of step 0 behind one of step 1; expected the phases of a step together, in the "
      "order of the steps");
}

}  // namespace
}  // namespace weft::conset
