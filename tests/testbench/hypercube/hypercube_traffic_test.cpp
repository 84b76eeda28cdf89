// The traffic of section 6 on hypercubes of all transports.
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

/// A cube of degree 4, or another.
std::string cube(const std::string& cell, const std::string& workload,
                 const std::string& run = "40 ms", unsigned degree = 4) {
  return fmt::format(
      "network: {{topology: hypercube, dimensions: {}, cell: {{type: hypercube_node, tick: 10 ns, "
      "{}}}}}\nworkload: {{type: hypercube_traffic, {}}}\nrun: {{for: {}}}\n",
      degree, cell, workload, run);
}

/// Of some results of runs, each in a process of its own; or what one threw.
std::vector<std::vector<double>> results(const std::vector<std::string>& platforms,
                                         const std::vector<std::string>& names) {
  std::vector<std::function<std::string()>> jobs;
  for (const std::string& text : platforms) {
    jobs.emplace_back([&text, &names] {
      const Platform platform = resolve(parse_netlist(text));
      Simulation simulation(platform);
      const RunResult result = simulation.run();
      std::string values;
      for (const std::string& name : names) values += fmt::format("{} ", result.find(name).value());
      return values;
    });
  }
  std::vector<std::vector<double>> all;
  for (const std::string& text : run_forked(jobs, 2)) {
    std::vector<double>& values = all.emplace_back();
    for (std::size_t at = 0; at + 1 < text.size();) {
      const std::size_t end = text.find(' ', at);
      values.push_back(std::stod(text.substr(at, end - at)));
      at = end + 1;
    }
  }
  return all;
}

// The ideal utilisation depends on every length, source, destination and on the last time.
TEST(HypercubeTraffic, is_the_same_for_every_transport_and_all_of_it_arrives) {
  const std::string load = "mean_bytes: 200, interval_ticks: 700, messages: 30";
  std::vector<std::string> platforms;
  for (const char* cell :
       {"transport: packets", "routing: fixed", "pair_order: same_step", "arbitration: hidden",
        "transport: wormhole", "transport: cut_through", "transport: datagram"}) {
    platforms.push_back(cube(cell, load));
  }
  const auto all = results(platforms, {"ideal link utilisation", "last generation",
                                       "messages generated", "messages arrived"});
  for (const auto& values : all) EXPECT_EQ(values, all.front());
  EXPECT_EQ(all.front()[2], 16 * 30);
  EXPECT_EQ(all.front()[3], 16 * 30);
}

// 2 ticks a byte, on the average n 2^(n-1) / (2^n - 1) links, n 2^n links: at n = 4 and means of
// 200 bytes and 700 ticks it is 2 * 200 * (32 / 15) / (4 * 700) = 30.5 %.
TEST(HypercubeTraffic, has_the_ideal_utilisation_of_section_6) {
  const auto all = results({cube("buffers: 16",
                                 "mean_bytes: 200, interval_ticks: 700, messages: "
                                 "300"),
                            cube("buffers: 16",
                                 "mean_bytes: 200, interval_ticks: 700, messages: "
                                 "300") +
                                "defaults: {hypercube_link: {direction: unidirectional}}\n"},
                           {"ideal link utilisation"});
  EXPECT_NEAR(all[0][0], 30.5, 0.02 * 30.5);
  EXPECT_DOUBLE_EQ(all[1][0], 2 * all[0][0]) << "half of the links";
}

// Of degree 1 a message waits for those of its own node only: at a light load its packets come 44
// ticks apart, the first after the tick of the choice, 4 and 40.
TEST(HypercubeTraffic, tells_the_first_packet_and_the_last_byte) {
  const auto all =
      results({cube("buffers: 16", "mean_bytes: 1, interval_ticks: 4000, messages: 20", "2 ms", 1)},
              {"first arrival mean", "last arrival mean", "wait at the source mean", "start spread",
               "arbitration ticks paid", "messages of each node"});
  EXPECT_EQ(all[0], (std::vector<double>{0.45, 0.45, 0.01, 0, 4, 20}));
}

TEST(HypercubeTraffic, can_begin_spread_over_an_interval) {
  const std::string load = "mean_bytes: 500, interval_ticks: 5000, messages: 1";
  const auto all =
      results({cube("buffers: 16", load), cube("buffers: 16", load + ", start: spread")},
              {"last generation", "start spread"});
  EXPECT_GT(all[0][0], 49) << "us";
  EXPECT_LT(all[1][0], 50);
  EXPECT_EQ(all[1][1], 1);
}

// With one buffer a port and no rule a square of contrary packets waits in a circle.
TEST(HypercubeTraffic, of_packets_that_wait_in_a_circle_is_a_standstill) {
  const std::string heavy = "mean_bytes: 400, interval_ticks: 100, messages: 50";
  try {
    results({cube("buffers: 1, contrary_rule: false", heavy)}, {"messages arrived"});
    FAIL();
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("nothing has moved in the hypercube since"), std::string::npos) << text;
    EXPECT_NE(text.find("has messages that do not go on"), std::string::npos) << text;
  }
  EXPECT_EQ(results({cube("buffers: 2", heavy)}, {"messages arrived"})[0][0], 16 * 50);
}

// Two messages of a pair on different first steps, with nothing that tells them apart. What is left
// of them in the end would be a standstill.
TEST(HypercubeTraffic, tells_when_messages_have_mixed) {
  const std::string heavy = "mean_bytes: 400, interval_ticks: 300, messages: 50";
  try {
    results({cube("pair_order: none", heavy, "90 us")}, {"messages arrived"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("arrived that were not sent like that"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace weft
