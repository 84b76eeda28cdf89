// Contexts of the agents, followed channel by channel as words would go.
#include "platforms/conset/linkages.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/iwarp/channel_context.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/patterns.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

const std::string linked_torus =
    "network: {topology: torus, shape: 4x4, cell: {type: iwarp, output_pools: {x_right: [0, 0, 0, "
    "1], y_up: [0, 0, 0], x_left: [0, 0, 0], y_down: [0, 0, 0, 1]}, input_channels: {x_left: 4, "
    "y_up: 4, x_right: 3, y_down: 3}}}\n";

struct LinkedTorus {
  LinkedTorus() {
    for (const Cell& cell : cells_of(platform)) {
      maps.emplace_back(iwarp_parameters(platform, cell.component));
      ChannelSets& sets = reserved.emplace_back();
      for (const Bus side : {Bus::x_right, Bus::y_down}) {
        sets.outputs |= maps.back().outputs_of[index_of(side)] & maps.back().outputs_in[1];
      }
      // the far ends of these, which have the last numbers of their busses
      for (const Bus side : {Bus::x_left, Bus::y_up}) {
        sets.inputs |= bit(maps.back().first_input[index_of(side)] + 3U);
      }
    }
  }

  Platform platform = resolve(parse_netlist(linked_torus, "t.yaml"));
  CellGraph graph{platform};
  std::vector<ChannelMap> maps;
  std::vector<ChannelSets> reserved;
};

/// The contexts of a phase, decoded.
struct Decoded {
  explicit Decoded(const Linkages& linkages, std::size_t phase) {
    for (std::size_t cell = 0; cell < linkages.channels.size(); ++cell) {
      const std::vector<std::uint32_t>& words = linkages.phases[phase][cell].context;
      std::size_t next = 0;
      const ChannelSets& sets = linkages.channels[cell];
      for (ContextRegisters left(sets.inputs, sets.outputs); !left.empty();) {
        const auto [of_input, channel] = left.take();
        if (of_input) inputs[{cell, channel}] = decode_input_context(words[next]);
        if (!of_input) outputs[{cell, channel}] = decode_output_context(words[next]);
        ++next;
      }
      EXPECT_EQ(next, words.size());
    }
  }
  std::map<std::pair<std::size_t, unsigned>, InputContext> inputs;
  std::map<std::pair<std::size_t, unsigned>, OutputContext> outputs;
};

TEST(ConsetLinkages, lead_each_connection_over_channels_of_its_own_to_its_destination) {
  LinkedTorus torus;
  CompilerOptions options;
  options.router.resources = room_for_connections(torus.graph, torus.maps, torus.reserved);
  EXPECT_EQ(options.router.resources.bus_channels, 3U);
  EXPECT_EQ(options.router.resources.own_channels, 6U);
  const Schedule schedule =
      compile(torus.graph, make_pattern("all_to_all", {}, torus.graph), options);
  const Linkages linkages = link_schedule(schedule, torus.graph, torus.maps, torus.reserved);
  std::size_t followed = 0;
  for (std::size_t phase = 0; phase < schedule.phases.size(); ++phase) {
    Decoded contexts(linkages, phase);
    std::map<std::size_t, std::pair<unsigned, unsigned>> destinations;  // cell and input
    for (unsigned cell = 0; cell < torus.graph.cells(); ++cell) {
      for (const ConnectionEnd& end : linkages.phases[phase][cell].receives) {
        destinations[end.connection] = {cell, end.input};
      }
    }
    for (unsigned source = 0; source < torus.graph.cells(); ++source) {
      for (const ConnectionEnd& end : linkages.phases[phase][source].sends) {
        unsigned cell = source;
        unsigned input = end.input;
        EXPECT_NE(torus.maps[cell].own & bit(input), 0U);
        while (contexts.inputs.at({cell, input}).mode == ChannelMode::linked) {
          const auto output = static_cast<unsigned>(contexts.inputs.at({cell, input}).output);
          ASSERT_TRUE(contexts.outputs.at({cell, output}).reserved);
          contexts.outputs.at({cell, output}).reserved = false;  // for nobody else
          unsigned side = 0;
          while ((torus.maps[cell].outputs_of[side] & bit(output)) == 0) ++side;
          const GraphBus& bus =
              torus.graph.busses()[*torus.graph.bus_out(cell, static_cast<Bus>(side))];
          const unsigned number = output - torus.maps[cell].first_output[side];
          cell = bus.to;
          input = torus.maps[cell].first_input[index_of(bus.in)] + number;
        }
        EXPECT_EQ(contexts.inputs.at({cell, input}).mode, ChannelMode::here);
        EXPECT_EQ(destinations.at(end.connection), std::pair(cell, input));
        ++followed;
      }
    }
    for (const auto& [channel, context] : contexts.outputs) EXPECT_FALSE(context.reserved);
  }
  EXPECT_EQ(followed, 240U);
}

TEST(ConsetLinkages, refuse_connections_that_find_no_channel) {
  LinkedTorus torus;
  const Schedule schedule =
      compile(torus.graph, set_of({{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}), {});
  const std::string error =
      error_of([&] { link_schedule(schedule, torus.graph, torus.maps, torus.reserved); });
  EXPECT_NE(error.find("of phase 0 finds no "), std::string::npos) << error;
  EXPECT_NE(error.find(" channel in 'node["), std::string::npos) << error;
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
