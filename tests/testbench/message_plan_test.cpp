// The order of messages, and what the paper's formula says of them.
#include "testbench/workloads/message_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/conset/patterns.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

const std::string torus_of_pools =
    "network: {topology: torus, shape: 4x4, cell: {type: iwarp, output_pools: {x_right: [0, 1, 2], "
    "y_up: [0, 1, 2], x_left: [0, 1, 2], y_down: [0, 1, 2]}, input_channels: {x_left: 3, y_up: 3, "
    "x_right: 3, y_down: 3}}}\n";

struct PlannedTorus {
  MessagePlan plan(const std::string& pattern, MessageOrder order) const {
    return plan_messages(platform, graph, conset::make_pattern(pattern, {}, graph), order);
  }

  Platform platform = resolve(parse_netlist(torus_of_pools, "t.yaml"));
  conset::CellGraph graph{platform};
};

TEST(MessagePlan, by_the_timetable_a_cell_sends_and_receives_in_turn) {
  const MessagePlan plan = PlannedTorus().plan("torus", MessageOrder::timetable);
  for (const auto& sends : plan.sends) {
    ASSERT_EQ(sends.size(), 4U);
    for (std::size_t i = 0; i < sends.size(); ++i) EXPECT_EQ(sends[i].after, i);
  }
  EXPECT_EQ(plan.receives, std::vector<std::size_t>(16, 4));
}

TEST(MessagePlan, a_drawn_order_has_each_message_once_and_waits_for_none) {
  const PlannedTorus torus;
  const MessagePlan drawn = torus.plan("all_to_all", MessageOrder::random);
  const MessagePlan again = torus.plan("all_to_all", MessageOrder::random);
  const MessagePlan timetable = torus.plan("all_to_all", MessageOrder::timetable);
  const auto connections = [](const std::vector<PlannedMessage>& sends) {
    std::vector<std::size_t> all;
    for (const PlannedMessage& one : sends) all.push_back(one.connection);
    return all;
  };
  for (std::size_t cell = 0; cell < 16; ++cell) {
    std::vector<std::size_t> order = connections(drawn.sends[cell]);
    EXPECT_EQ(order, connections(again.sends[cell]));
    std::vector<std::size_t> other = connections(timetable.sends[cell]);
    EXPECT_NE(order, other);
    std::sort(order.begin(), order.end());
    std::sort(other.begin(), other.end());
    EXPECT_EQ(order, other);
    for (const PlannedMessage& one : drawn.sends[cell]) EXPECT_EQ(one.after, 0U);
  }
}

TEST(MessagePlan, as_listed_a_cell_sends_in_the_order_of_its_connections) {
  const MessagePlan plan = PlannedTorus().plan("all_to_all", MessageOrder::listed);
  for (const auto& sends : plan.sends) {
    ASSERT_EQ(sends.size(), 15U);
    for (std::size_t i = 0; i < sends.size(); ++i) {
      EXPECT_EQ(sends[i].after, 0U);
      if (i > 0) {
        EXPECT_LT(sends[i - 1].connection, sends[i].connection);
      }
    }
  }
}

// The dimensions of a butterfly: a cell has received those before when it sends the next.
TEST(MessagePlan, orderings_hold_in_a_drawn_order) {
  const MessagePlan plan = PlannedTorus().plan("butterfly", MessageOrder::random);
  for (const auto& sends : plan.sends) {
    ASSERT_EQ(sends.size(), 4U);
    for (std::size_t i = 0; i < sends.size(); ++i) EXPECT_EQ(sends[i].after, i);
  }
}

// docs/facts.md: 3200 + 8k and 4800 + 12k give all printed rows; of all-to-all the paper charges 64
// messages where 63 are sent.
TEST(MessagePlan, predictions_are_those_of_the_paper) {
  const Platform platform = resolve(
      parse_netlist("network: {topology: torus, shape: 8x8, cell: {type: iwarp}}\n", "t.yaml"));
  const conset::CellGraph graph(platform);
  const auto predicted = [&](const std::string& pattern, std::uint64_t words) {
    conset::PatternOptions options;
    options.words = words;
    return predicted_message_clocks(conset::make_pattern(pattern, options, graph), graph.cells(),
                                    {});
  };
  EXPECT_EQ(predicted("torus", 32), 3456U);
  EXPECT_EQ(predicted("torus", 16384), 134272U);
  EXPECT_EQ(predicted("butterfly", 256), 7872U);
  EXPECT_EQ(predicted("butterfly", 2048), 29376U);
  EXPECT_EQ(predicted("all_to_all", 256) + 800 + 2 * 256, 83968U);
}

TEST(MessageClocks, spread_an_overhead_over_the_places_of_the_library) {
  const MessageClocks published = clocks_of_overhead(400);
  EXPECT_EQ(published.queue + published.begin + published.begun + published.trailer, 400U);
  EXPECT_EQ(published.arrival + published.arrived + published.end, 400U);
  const MessageClocks library;
  EXPECT_NEAR(static_cast<double>(published.queue) / 400, static_cast<double>(library.queue) / 87,
              0.01);
  EXPECT_NEAR(static_cast<double>(published.end) / 400, static_cast<double>(library.end) / 42,
              0.01);
}

}  // namespace
}  // namespace weft
