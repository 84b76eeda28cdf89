// Contexts of the agents, followed channel by channel as words would go.
#include "platforms/conset/linkages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "hw/iwarp/channel_context.hpp"
#include "platforms/conset/channel_sets.hpp"
#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

constexpr unsigned reserved = synchronization_channels;

/// The contexts of a phase, decoded, by cell and channel.
struct Decoded {
  struct Input {
    InputPlace place;
    InputContext context;
  };
  struct Output {
    OutputPlace place;
    OutputContext context;
  };

  explicit Decoded(const Linkages& linkages, std::size_t phase) {
    for (std::size_t cell = 0; cell < linkages.channels.size(); ++cell) {
      const std::vector<std::uint32_t>& words = linkages.phases[phase][cell].context;
      std::size_t next = 0;
      const ChannelSets& sets = linkages.channels[cell];
      for (ContextRegisters left(sets.inputs, sets.outputs); !left.empty(); ++next) {
        const auto [of_input, channel] = left.take();
        const std::uint32_t word = words.at(next);
        if (of_input) {
          inputs[{cell, channel}] = {decode_input_place(word), decode_input_context(word)};
        } else {
          outputs[{cell, channel}] = {decode_output_place(word), decode_output_context(word)};
        }
      }
      EXPECT_EQ(next, words.size());
    }
  }

  /// The input channel of a cell that takes what comes over this bus with this number.
  unsigned input_at(std::size_t cell, Bus bus, unsigned number) const {
    unsigned found = most_channels;
    for (const auto& [at, input] : inputs) {
      if (at.first != cell || input.place != InputPlace{false, bus, number}) continue;
      EXPECT_EQ(found, most_channels) << "twice";
      found = at.second;
    }
    return found;
  }

  std::map<std::pair<std::size_t, unsigned>, Input> inputs;
  std::map<std::pair<std::size_t, unsigned>, Output> outputs;
};

TEST(ConsetLinkages, lead_each_connection_over_channels_of_its_own_to_its_destination) {
  const CellGraph graph = graph_of("torus", "4x4");
  const Schedule schedule = compile(graph, make_pattern("all_to_all", {}, graph), {});
  const Linkages linkages = link_schedule(schedule, graph, reserved);
  std::size_t followed = 0;
  for (std::size_t phase = 0; phase < schedule.phases.size(); ++phase) {
    Decoded contexts(linkages, phase);
    std::map<std::size_t, std::pair<unsigned, unsigned>> destinations;  // cell and input
    for (unsigned cell = 0; cell < graph.cells(); ++cell) {
      for (const ConnectionEnd& end : linkages.phases[phase][cell].receives) {
        destinations[end.connection] = {cell, end.input};
      }
    }
    for (unsigned source = 0; source < graph.cells(); ++source) {
      for (const ConnectionEnd& end : linkages.phases[phase][source].sends) {
        unsigned cell = source;
        unsigned input = end.input;
        EXPECT_TRUE(contexts.inputs.at({cell, input}).place.own);
        while (contexts.inputs.at({cell, input}).context.mode == ChannelMode::linked) {
          const int linked_to = contexts.inputs.at({cell, input}).context.output;
          Decoded::Output& output = contexts.outputs.at({cell, static_cast<unsigned>(linked_to)});
          ASSERT_TRUE(output.context.reserved);
          output.context.reserved = false;  // for nobody else
          ASSERT_FALSE(output.place.spare);
          const GraphBus& bus = graph.busses()[*graph.bus_out(cell, output.place.bus)];
          cell = bus.to;
          input = contexts.input_at(cell, bus.in, output.place.number);
          ASSERT_LT(input, most_channels);
        }
        EXPECT_EQ(contexts.inputs.at({cell, input}).context.mode, ChannelMode::here);
        EXPECT_EQ(destinations.at(end.connection), std::pair(cell, input));
        ++followed;
      }
    }
    for (const auto& [channel, output] : contexts.outputs) EXPECT_FALSE(output.context.reserved);
  }
  EXPECT_EQ(followed, 240U);
}

// "Their data may be carried over any of the 4 physical links" (4.1.2): twelve connections that all
// begin at one cell, where the platform leaves four channels to the cell itself, and go over busses
// of four.
TEST(ConsetLinkages, put_as_many_channels_on_a_bus_as_a_phase_needs_there) {
  const CellGraph graph = graph_of("torus", "4x1");
  const std::vector<std::pair<unsigned, unsigned>> to_the_neighbour(12, {0, 1});
  const Schedule schedule = compile(graph, set_of(to_the_neighbour), {});
  ASSERT_EQ(schedule.phases.size(), 1U);
  const Linkages linkages = link_schedule(schedule, graph, reserved);
  const Decoded contexts(linkages, 0);
  std::map<Bus, unsigned> on_bus;
  for (const auto& [at, output] : contexts.outputs) {
    if (at.first == 0 && !output.place.spare) ++on_bus[output.place.bus];
  }
  EXPECT_GT(std::max(on_bus[Bus::x_right], on_bus[Bus::x_left]), 4U);
  EXPECT_EQ(linkages.phases[0][1].receives.size(), 12U);
}

TEST(ConsetLinkages, refuse_channels_that_are_reserved) {
  const CellGraph graph = graph_of("torus", "4x4");
  CompilerOptions options;
  options.reserved_channels = 0;
  const Schedule schedule = compile(graph, set_of({{0, 1}, {0, 1}, {0, 4}, {0, 4}}), options);
  EXPECT_EQ(error_of([&] { link_schedule(schedule, graph, 0); }), "");
  EXPECT_EQ(
      error_of([&] { link_schedule(schedule, graph, reserved); }),
      "built in: channel 17 of 'node[0,0]' for 'c1' in phase 0; expected one of 0..16, which are "
      "for connections");
}

TEST(ConsetRouter, no_more_connections_begin_at_a_cell_than_it_has_own_channels) {
  const CellGraph graph = graph_of("torus", "4x4");
  CompilerOptions options;
  options.router.resources.own_channels = 2;
  Schedule schedule = compile(graph, make_pattern("all_to_all", {}, graph), options);
  EXPECT_EQ(fault_of(schedule, graph), "");
  EXPECT_GE(schedule.phases.size(), 8U);  // of 15 connections of each cell
  for (const Phase& phase : schedule.phases) {
    std::map<unsigned, unsigned> begin_at;
    for (const ScheduledConnection& one : phase.connections) {
      EXPECT_LE(++begin_at[schedule.set.connections[one.connection].from], 2U);
    }
  }
  schedule.resources.own_channels = 1;
  EXPECT_NE(fault_of(schedule, graph).find("2 connections from 'node["), std::string::npos);
}

TEST(ConsetPatterns, a_butterfly_is_a_hypercube_dimension_after_dimension) {
  const CellGraph graph = graph_of("torus", "8x8");
  const ConnectionSet set = make_pattern("butterfly", {}, graph);
  EXPECT_EQ(set.connections.size(), 384U);
  ASSERT_EQ(set.steps.size(), 2U);
  EXPECT_EQ(set.steps[0].size(), 192U);
  EXPECT_EQ(set.order.size(), 4U);
  const Schedule schedule = compile(graph, set, {});
  EXPECT_EQ(fault_of(schedule, graph), "");
  EXPECT_EQ(schedule.phases.size(), 2U);
  // table 2: 12 clocks for each word, three sends behind each other in each phase
  EXPECT_EQ(predicted_clocks(schedule), 2 * context_switch_clocks + 12);
}

}  // namespace
}  // namespace weft::conset
