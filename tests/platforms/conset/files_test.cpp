// Connection sets and schedules in files, good and bad.
#include <gtest/gtest.h>

#include <string>

#include "hw/common/random.hpp"
#include "platforms/conset/patterns.hpp"
#include "platforms/conset/read_connections.hpp"
#include "platforms/conset/schedule_file.hpp"
#include "tests/platforms/conset/support.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::conset {
namespace {

class ConsetFiles : public testing::Test {
 protected:
  ConnectionSet read(const std::string& text, const std::string& name = "c.yaml") const {
    return read_connection_file(folder.write(name, text), 5, graph);
  }
  // Without the folder.
  std::string error(const std::string& text, const std::string& name = "c.yaml") const {
    return without_folder(error_of([&] { read(text, name); }));
  }
  std::string schedule_error(const std::string& text) const {
    const auto file = folder.write("s.yaml", text);
    return without_folder(error_of([&] { read_schedule(file, graph); }));
  }
  std::string without_folder(std::string message) const {
    const std::string path = folder.path().string() + "/";
    if (message.starts_with(path)) message.erase(0, path.size());
    return message;
  }

  CellGraph graph = graph_of("torus", "4x4");
  test::TemporaryFolder folder;
};

const std::string two =
    "connections:\n"
    "  up: {from: \"node[0,0]\", to: \"node[3,3]\", words: 64, bandwidth: 2.5 MB/s, latency: 2 "
    "us}\n"
    "  down: {from: 15, to: 0}\n";

TEST_F(ConsetFiles, a_connection_has_cells_words_bandwidth_and_latency) {
  const ConnectionSet set = read(two);
  ASSERT_EQ(set.connections.size(), 2U);
  EXPECT_EQ(set.connections[0].name, "up");
  EXPECT_EQ(set.connections[0].to, 15U);
  EXPECT_EQ(set.connections[0].words, 64U);
  EXPECT_EQ(set.connections[0].bandwidth, 2'500'000U);
  EXPECT_EQ(set.connections[0].latency, 2 * microsecond);
  EXPECT_EQ(set.connections[1].from, 15U);
  EXPECT_EQ(set.connections[1].words, 1U);
  EXPECT_EQ(set.connections[1].bandwidth, 0U);
  EXPECT_EQ(set.connections[1].latency, never);
  EXPECT_EQ(set.steps, (std::vector<std::vector<std::size_t>>{{0, 1}}));
}

TEST_F(ConsetFiles, steps_and_orders_take_patterns_of_names) {
  const ConnectionSet set =
      read(two + "steps: [[down], [\"*\"]]\norder: [{before: d*, after: [up]}]\n");
  EXPECT_EQ(set.steps, (std::vector<std::vector<std::size_t>>{{1}, {0, 1}}));
  ASSERT_EQ(set.order.size(), 1U);
  EXPECT_EQ(set.order[0].before, std::vector<std::size_t>{1});
  EXPECT_EQ(set.order[0].after, std::vector<std::size_t>{0});
}

TEST_F(ConsetFiles, a_graph_is_lines_of_two_cells_and_words) {
  const ConnectionSet set = read("# a triangle\n0 1 7\nnode[1,0] 2\n2 0 # back\n", "mesh.edges");
  ASSERT_EQ(set.connections.size(), 3U);
  EXPECT_EQ(set.connections[0].name, "node[0,0]>node[1,0]");
  EXPECT_EQ(set.connections[0].words, 7U);
  EXPECT_EQ(set.connections[1].words, 5U);  // as the command says
  EXPECT_EQ(set.connections[2].to, 0U);
}

TEST_F(ConsetFiles, refuse_bad_connections) {
  EXPECT_EQ(error("connections: {a: {from: 0}}\n"),
            "c.yaml:1:18: a connection without 'to'; expected the cell that receives");
  EXPECT_EQ(error("connections: {a: {from: 0, to: 16}}\n").substr(0, 26),
            "c.yaml:1:32: no cell: '16'");
  EXPECT_EQ(error("connections: {a: {from: 0, to: \"node[0,4]\"}}\n").substr(0, 33),
            "c.yaml:1:32: no cell: 'node[0,4]'");
  EXPECT_EQ(error("connections: {a: {from: 3, to: 3}}\n"),
            "c.yaml:1:32: a connection from 'node[3,0]' to itself; expected two cells");
  EXPECT_EQ(error("connections: {a*: {from: 3, to: 3}}\n"),
            "c.yaml:1:15: 'a*' as the name of a connection; expected one without * and ?, which "
            "stand for others in patterns");
  EXPECT_EQ(error("connections: {a: {from: 0, to: 1, word: 3}}\n"),
            "c.yaml:1:35: unknown key of a connection: 'word'; expected from, to, words, bandwidth "
            "or latency; did you mean 'words'?");
  EXPECT_EQ(error("connections: {a: {from: 0, to: 1, words: 0}}\n"),
            "c.yaml:1:42: '0' for 'words'; expected 1..1000000000");
  EXPECT_EQ(error("connections: {a: {from: 0, to: 1, bandwidth: 3 Mbit/s}}\n"),
            "c.yaml:1:46: '3 Mbit/s' for 'bandwidth'; expected a number with one of the units B/s, "
            "kB/s, MB/s or GB/s, such as 10 MB/s");
  EXPECT_EQ(error("connections: {}\n"), "c.yaml:1:14: 0 connections; expected 1 to 65536");
  EXPECT_EQ(error("connection: {}\n").substr(0, 25), "c.yaml:1:1: unknown key o");
}

TEST_F(ConsetFiles, refuse_bad_steps_and_orders) {
  EXPECT_EQ(
      error(two + "steps: [[up]]\n"),
      "c.yaml:3:3: 'down' is in no step; expected each connection in one of `steps:` at least");
  EXPECT_EQ(error(two + "steps: [[up, dwon]]\n"),
            "c.yaml:4:14: no connection: 'dwon'; expected up or down; did you mean 'down'?");
  EXPECT_EQ(error(two + "steps: [[up, down], []]\n"),
            "c.yaml:4:21: a step without connections; expected some");
  EXPECT_EQ(error(two + "order: [{before: x*, after: up}]\n"),
            "c.yaml:4:18: no connection: 'x*'; expected up or down");
  EXPECT_EQ(error(two + "order: [{before: up}]\n"),
            "c.yaml:4:9: an ordering without 'after'; expected names of connections, or a pattern "
            "of them");
}

TEST_F(ConsetFiles, refuse_bad_graphs) {
  EXPECT_EQ(error("0 1\n0 1 2\n", "g.edges"),
            "g.edges:2:1: 'node[0,0]>node[1,0]' once more; expected each pair of cells once");
  EXPECT_EQ(error("0\n", "g.edges"),
            "g.edges:1:1: '0' as a connection; expected two cells, and perhaps words, 1 to "
            "1000000000");
  EXPECT_EQ(error("0 1 x\n", "g.edges").substr(0, 33), "g.edges:1:5: '0 1 x' as a connect");
  EXPECT_EQ(error("0 99\n", "g.edges").substr(0, 28), "g.edges:1:3: no cell: '99'; ");
  EXPECT_EQ(error("# none\n", "g.edges"), "g.edges: 0 connections; expected 1 to 65536");
}

// All that a schedule can hold.
Schedule rich(const CellGraph& graph) {
  ConnectionSet set = make_pattern("hypercube", {3, {1}, 1}, graph);
  set.connections[2].bandwidth = 1'234'567;
  set.connections[3].latency = 1234 * nanosecond;
  set.steps.push_back({5, 7});
  set.order.push_back({{0, 1}, {4}, {}});
  CompilerOptions options;
  options.router.resources = {10, 4};
  options.clocks_per_word = 3;
  options.at_once = 1;
  return compile(graph, set, options);
}

TEST_F(ConsetFiles, a_schedule_is_read_as_it_was_written) {
  const std::string text = write_schedule(rich(graph), graph);
  const Schedule again = read_schedule(folder.write("s.yaml", text), graph);
  EXPECT_EQ(write_schedule(again, graph), text);
  EXPECT_EQ(again.set.connections[2].bandwidth, 1'234'567U);
  EXPECT_EQ(again.resources.bus_channels, 4U);
  EXPECT_EQ(again.at_once, 1U);
  EXPECT_EQ(again.phases.back().step, 1U);
}

TEST_F(ConsetFiles, a_schedule_can_be_compiled_again) {
  const ConnectionSet set = read(write_schedule(rich(graph), graph));
  EXPECT_EQ(set.connections.size(), 64U);
  EXPECT_EQ(set.steps.size(), 2U);
  EXPECT_EQ(set.order.size(), 1U);
}

TEST_F(ConsetFiles, a_schedule_for_another_platform_is_refused) {
  const CellGraph other = graph_of("torus", "4x2");
  const Schedule schedule = compile(other, make_pattern("torus", {}, other), {});
  EXPECT_EQ(schedule_error(write_schedule(schedule, other)),
            "s.yaml:2:11: a schedule for 't' of 8 cells; expected one for 't' of 16 "
            "cells");
}

TEST_F(ConsetFiles, a_schedule_for_another_platform_of_as_many_cells_is_refused) {
  const CellGraph other = graph_of("torus", "8x2");
  const Schedule schedule = compile(other, make_pattern("torus", {}, other), {});
  std::string text = write_schedule(schedule, other);
  text.replace(text.find("\"t\""), 3, "long");
  const std::string refused = schedule_error(text);
  EXPECT_TRUE(refused.starts_with("s.yaml:2:11: a schedule for 'long', which does not fit here ("))
      << refused;
  EXPECT_TRUE(refused.ends_with("); expected one for 't'")) << refused;
}

TEST_F(ConsetFiles, a_schedule_fits_the_same_platform_by_another_name) {
  const Schedule schedule = compile(graph, read(two), {});
  std::string text = write_schedule(schedule, graph);
  text.replace(text.find("\"t\""), 3, "renamed");
  EXPECT_EQ(schedule_error(text), "");
}

TEST_F(ConsetFiles, a_schedule_that_was_spoilt_is_refused_at_its_place) {
  const Schedule schedule = compile(graph, read(two), {});
  const std::string text = write_schedule(schedule, graph);
  const auto spoilt = [&](const std::string& what, const std::string& by) {
    std::string other = text;
    EXPECT_NE(other.find(what), std::string::npos) << text;
    return schedule_error(other.replace(other.find(what), what.size(), by));
  };
  EXPECT_EQ(spoilt("x_left", "x_right"),
            "s.yaml:12:7: a way of 'up' to 'node[1,3]'; expected one to 'node[3,3]'");
  EXPECT_EQ(spoilt("channels: [16", "channels: [32"),
            "s.yaml:12:69: '32' for 'channels'; expected 0..31");
  EXPECT_EQ(spoilt("channels: [16, ", "channels: ["),
            "s.yaml:12:7: 2 channels of 'up'; expected 3, one in each cell on its way");
  EXPECT_EQ(spoilt("channels: [16", "channels: [8"),
            "s.yaml:13:7: channel 8 of 'node[0,0]' for 'down' in phase 0, which 'up' holds; "
            "expected another channel for each");
  EXPECT_EQ(spoilt("x_left", "left"),
            "s.yaml:12:49: no bus: 'left'; expected x_right, y_up, x_left or y_down; did you mean "
            "'x_left'?");
  EXPECT_EQ(spoilt("clocks: 128", "clocks: 127"),
            "s.yaml:12:7: 127 clocks for 'up'; expected 128, 2 for each word");
  EXPECT_EQ(spoilt("step: 0", "step: 1"), "s.yaml:10:11: '1' for 'step'; expected 0..0");
  EXPECT_EQ(
      spoilt("channels: 12", "channels: 1"),
      "s.yaml:13:7: 2 routes through 'node[3,3]' in phase 0; expected at most 1, a channel for "
      "each");
}

// Whatever a file holds, it is read or refused with a place in it.
TEST_F(ConsetFiles, any_text_is_a_schedule_or_an_error_with_its_place) {
  const std::string text = write_schedule(compile(graph, read(two), {}), graph);
  RandomStream random(5, "spoilt schedules");
  const std::string put_in = "0159 :[]{},\"*-x\n";
  unsigned refused = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    std::string spoilt = text;
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(spoilt.size());
      if (random.chance(0.3))
        spoilt.erase(at, 1 + random.below(20));
      else
        spoilt[at] = put_in[random.below(put_in.size())];
      if (spoilt.empty()) spoilt = "\n";
    }
    const auto file = folder.write("spoilt.yaml", spoilt);
    try {
      read_schedule(file, graph);
    } catch (const InputError& error) {
      ++refused;
      ASSERT_TRUE(error.place().source) << spoilt;
      EXPECT_EQ(*error.place().source, file.string()) << spoilt;
    }
  }
  EXPECT_GT(refused, 500U);
}

}  // namespace
}  // namespace weft::conset
