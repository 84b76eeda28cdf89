// The traffic of section 6 on hypercubes of all transports.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/testbench/hypercube/cube_runs.hpp"

namespace weft {
namespace {

using test::cube;
using test::results;

const std::string deadlock_allowed = "routing: {deadlock: allowed}\n";

// The ideal utilisation depends on every length, source, destination and on the last time.
TEST(HypercubeTraffic, is_the_same_for_every_transport_and_all_of_it_arrives) {
  const std::string load = "mean_bytes: 200, interval_ticks: 700, messages: 30";
  std::vector<std::string> platforms;
  for (const char* cell :
       {"transport: packets", "routing: fixed", "pair_order: same_step", "arbitration: hidden",
        "transport: wormhole", "transport: cut_through", "transport: datagram",
        "transport: circuit", "transport: circuit, routing: adaptive, precedence: creation",
        "transport: circuit, routing: adaptive, precedence: creation, arbitration: hidden",
        "transport: datagram, routing: adaptive"}) {
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
              {"first arrival mean", "last arrival mean", "wait at source mean", "start spread",
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

// The latest of the first messages of 16 nodes, about 1.8 deviations after the mean: 50 ticks, or
// half of 5000.
TEST(HypercubeTraffic, comes_in_bursts_if_the_deviation_is_half_of_the_mean) {
  const std::string load = "mean_bytes: 500, interval_ticks: 5000, messages: 1";
  const auto all =
      results({cube("buffers: 16", load), cube("buffers: 16", load + ", half_of_mean: deviation")},
              {"last generation"});
  EXPECT_NEAR(all[0][0], 50, 2) << "us";
  EXPECT_GT(all[1][0], 65);
  EXPECT_LT(all[1][0], 150);
}

// Section 3: so do circuits that take any way and keep what they have.
TEST(HypercubeTraffic, of_circuits_that_wait_in_a_circle_is_a_standstill) {
  const std::string heavy = "mean_bytes: 400, interval_ticks: 100, messages: 50";
  try {
    results({cube("transport: circuit, routing: adaptive", heavy) + deadlock_allowed},
            {"messages arrived"});
    FAIL();
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("nothing has moved in the hypercube since"), std::string::npos) << text;
  }
}

// On unidirectional links the same messages take twice the share of their time.
TEST(HypercubeTraffic, goes_over_unidirectional_links_by_every_transport) {
  const std::string load = "mean_bytes: 200, interval_ticks: 1400, messages: 20";
  std::vector<std::string> platforms;
  for (const char* cell : {"transport: packets", "transport: wormhole", "transport: cut_through",
                           "transport: datagram", "transport: circuit"}) {
    platforms.push_back(cube(cell, load) +
                        "defaults: {hypercube_link: {direction: unidirectional}}\n");
  }
  const auto all = results(platforms, {"ideal link utilisation", "messages arrived"});
  for (const auto& values : all) EXPECT_EQ(values, all.front());
  EXPECT_EQ(all.front()[1], 16 * 20);
}

// In sequence messages wait for those of their node, and arrive all the same.
TEST(HypercubeTraffic, waits_longer_at_the_source_in_sequence) {
  const std::string load = "mean_bytes: 200, interval_ticks: 1400, messages: 20";
  for (const std::string transport : {"packets", "wormhole", "datagram", "circuit"}) {
    const auto all = results({cube("transport: " + transport, load),
                              cube("injection: in_sequence, transport: " + transport, load)},
                             {"messages arrived", "wait at source mean"});
    EXPECT_EQ(all[0][0], 16 * 20) << transport;
    EXPECT_EQ(all[1][0], 16 * 20) << transport;
    EXPECT_GT(all[1][1], all[0][1]) << transport;
  }
}

TEST(HypercubeTraffic, tells_the_most_that_a_node_stores_of_datagrams) {
  const std::string load = "mean_bytes: 200, interval_ticks: 700, messages: 30";
  const auto all = results(
      {cube("transport: datagram", load), cube("transport: circuit", load)},
      {"messages stored in a node maximum", "messages stored in a node with its own maximum"});
  EXPECT_GT(all[0][0], 200);
  EXPECT_GT(all[0][1], all[0][0]);
  EXPECT_EQ(all[1][0], 0);
}

// With one buffer a port and no rule a square of contrary packets waits in a circle.
TEST(HypercubeTraffic, of_packets_that_wait_in_a_circle_is_a_standstill) {
  const std::string heavy = "mean_bytes: 400, interval_ticks: 100, messages: 50";
  try {
    results({cube("buffers: 1, contrary_rule: false", heavy) + deadlock_allowed},
            {"messages arrived"});
    FAIL();
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("nothing has moved in the hypercube since"), std::string::npos) << text;
    EXPECT_NE(text.find("has messages that do not go on"), std::string::npos) << text;
  }
  EXPECT_EQ(results({cube("buffers: 2", heavy)}, {"messages arrived"})[0][0], 16 * 50);
}

/// Of figure 5, 10 KB and 256 bytes: ticks of both alone, then side by side, and to the first of
/// the short one.
std::vector<double> pair_by(const std::string& cell) {
  const std::string platform = fmt::format(
      "network: {{topology: hypercube, dimensions: 3, cell: {{type: hypercube_node, tick: 10 ns, "
      "{}}}}}\nworkload: {{type: hypercube_pair}}\nrun: {{for: 2 ms}}\n",
      cell);
  return results({platform}, {"ticks of the long message alone", "ticks of the short message alone",
                              "ticks of the long message beside the other",
                              "ticks of the short message beside the other"})
      .front();
}

// Section 4: t_l = M_l + h beta, t_s = M_l + M_s + h beta. A wormhole needs 2 ticks a byte, of its
// header too, and 4 + 2 for each of two links; the short one has its first link when the long one
// is on its way, and arbitration once more.
TEST(HypercubePair, by_wormhole_the_short_message_takes_the_time_of_both) {
  const auto ticks = pair_by("transport: wormhole");
  EXPECT_EQ(ticks[0], 1 + 4 + (2 + 4) + 2 * 10250);
  EXPECT_EQ(ticks[1], 1 + 4 + (2 + 4) + 2 * 266);
  EXPECT_EQ(ticks[2], ticks[0]);
  EXPECT_NEAR(ticks[3], ticks[0] + ticks[1], 0.001 * ticks[0]);
}

// A circuit waits likewise, but cannot be there before the other has gone.
TEST(HypercubePair, by_circuit_it_does_too) {
  const auto ticks = pair_by("transport: circuit");
  EXPECT_EQ(ticks[2], ticks[0]);
  EXPECT_NEAR(ticks[3], ticks[0] + ticks[1], 0.001 * ticks[0]);
}

// t_l = alpha_1 (M_l + h p), t_s = alpha_2 (M_s + h p): 44 ticks for 16 bytes, which take 32, are
// an alpha of 1.4 alone, and twice that for two packets in turn.
TEST(HypercubePair, by_packets_the_long_message_is_hardly_slower_and_the_short_one_twice) {
  const auto ticks = pair_by("transport: packets");
  EXPECT_NEAR(ticks[0] / (2 * 10240), 44.0 / 32, 0.01);
  EXPECT_LT(ticks[2] / ticks[0], 1.05);
  EXPECT_GT(ticks[3] / (2 * 256), 2);
  EXPECT_LT(ticks[3] / (2 * 256), 3);
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
