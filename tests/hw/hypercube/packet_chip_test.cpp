// The packet chip of a hypercube: clocks counted by hand, in ticks.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"

namespace weft {
namespace {

// --- time alone

// Sent at 0: at 1 it has a buffer and asks, at 2 the far end reserves, at 5, 4 after 1, it begins,
// and 20 bytes take 40.
TEST(HypercubeChip, a_packet_takes_4_ticks_of_arbitration_and_40_on_each_link) {
  for (const unsigned hops : {1u, 2u, 3u}) {
    CubeBench bench(CubeBench::ticks(3));
    bench.send_bytes(0, (1u << hops) - 1, one_packet);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(last_bytes(bench), std::vector<Time>{1 + 44 * hops});
  }
}

TEST(HypercubeChip, hidden_arbitration_is_paid_once) {
  for (const unsigned hops : {1u, 2u, 3u}) {
    HypercubeChipParameters parameters = CubeBench::ticks(3);
    parameters.arbitration = HypercubeArbitration::hidden;
    CubeBench bench(parameters);
    bench.send_bytes(0, (1u << hops) - 1, bytes_of_packets(5));
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(arrival_from(bench, 0).first, 1 + 4 + 40 * hops);
    EXPECT_EQ(arrival_from(bench, 0).last, 1 + 4 + 40 * hops + 4 * 40);
  }
}

// 16 bytes of data in 44 ticks where the wire alone would take 32; in 40 if arbitration is hidden.
TEST(HypercubeChip, packets_of_a_message_follow_each_other_at_44_ticks) {
  CubeBench bench(CubeBench::ticks(2));
  bench.send_bytes(0, 3, bytes_of_packets(100));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 0).first, 1 + 2 * 44);
  EXPECT_EQ(arrival_from(bench, 0).last, 1 + 2 * 44 + 99 * 44);
}

TEST(HypercubeChip, ticks_a_byte_and_of_arbitration_are_parameters) {
  HypercubeChipParameters parameters = CubeBench::ticks(2);
  parameters.tick = 50 * nanosecond;
  parameters.byte_ticks = 3;
  parameters.arbitration_ticks = 7;
  CubeBench bench(parameters);
  bench.send_bytes(0, 3, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(last_bytes(bench), std::vector<Time>{(1 + 2 * (7 + 60)) * 50 * nanosecond});
}

// --- links

TEST(HypercubeChip, the_two_directions_of_a_link_do_not_interfere) {
  CubeBench bench(CubeBench::ticks(1));
  bench.send_bytes(0, 1, bytes_of_packets(3));
  bench.send_bytes(1, 0, bytes_of_packets(3));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(last_bytes(bench), (std::vector<Time>{1 + 3 * 44, 1 + 3 * 44}));
}

// Both have a buffer at 2, and node 0, which decides, sends first.
TEST(HypercubeChip, on_a_unidirectional_link_the_ends_take_turns) {
  HypercubeChipParameters parameters = CubeBench::ticks(1);
  parameters.links = HypercubeLinks::unidirectional;
  CubeBench bench(parameters);
  bench.send_bytes(0, 1, bytes_of_packets(3));
  bench.send_bytes(1, 0, bytes_of_packets(3));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 0).first, 1 + 44);
  EXPECT_EQ(arrival_from(bench, 1).first, 1 + 2 * 44);
  EXPECT_EQ(arrival_from(bench, 0).last, 1 + 5 * 44);
  EXPECT_EQ(arrival_from(bench, 1).last, 1 + 6 * 44);
}

TEST(HypercubeChip, turns_are_hidden_too) {
  HypercubeChipParameters parameters = CubeBench::ticks(1);
  parameters.links = HypercubeLinks::unidirectional;
  parameters.arbitration = HypercubeArbitration::hidden;
  CubeBench bench(parameters);
  bench.send_bytes(0, 1, bytes_of_packets(3));
  bench.send_bytes(1, 0, bytes_of_packets(3));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 0).last, 1 + 4 + 5 * 40);
  EXPECT_EQ(arrival_from(bench, 1).last, 1 + 4 + 6 * 40);
}

TEST(HypercubeChip, a_unidirectional_link_that_only_one_end_uses_loses_nothing) {
  for (const unsigned from : {0u, 1u}) {
    HypercubeChipParameters parameters = CubeBench::ticks(1);
    parameters.links = HypercubeLinks::unidirectional;
    CubeBench bench(parameters);
    bench.send_bytes(from, 1 - from, bytes_of_packets(10));
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(arrival_from(bench, from).last, 1 + 10 * 44);
  }
}

// --- buffers

// 1 and 2 both send to 4 by way of 0, whose port 2 has one buffer. Link 0 gets it at 2; that packet
// is in at 45, leaves from 49 to 89, and from 90 the other can begin to come: at 93. It is in at
// 133, and leaves from 137 to 177.
TEST(HypercubeChip, a_packet_waits_for_a_buffer_at_the_far_end) {
  CubeBench bench(CubeBench::fixed_route(3, 1));
  bench.send_bytes(1, 4, one_packet);
  bench.send_bytes(2, 4, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 1).last, 89);
  EXPECT_EQ(arrival_from(bench, 2).last, 177);
}

// Both are in at 45, and go one after the other.
TEST(HypercubeChip, with_two_buffers_both_come_at_once) {
  CubeBench bench(CubeBench::fixed_route(3, 2));
  bench.send_bytes(1, 4, one_packet);
  bench.send_bytes(2, 4, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(last_bytes(bench), (std::vector<Time>{89, 89 + 44}));
}

TEST(HypercubeChip, links_that_wait_for_one_port_are_served_in_turn) {
  CubeBench bench(CubeBench::fixed_route(3, 1));
  for (unsigned i = 0; i < 20; ++i) {
    bench.send_bytes(1, 4, one_packet);
    bench.send_bytes(2, 4, one_packet);
  }
  EXPECT_TRUE(bench.run());
  std::vector<CubeArrival> arrivals = bench.arrivals();
  ASSERT_EQ(arrivals.size(), 40u);
  for (unsigned i = 0; i < 40; ++i) EXPECT_EQ(arrivals[i].source, 1 + i % 2) << i;
}

// Node 1 keeps both buffers of its port 1 full. At 11 a packet of node 0 asks for one of them, at
// 12 another for node 1 itself: that goes at 13 + 3. The first asks anew at 56, has a buffer at 90,
// one after a packet of node 1 has left, though node 1 itself has more; begins at 93 and is in at
// 133.
TEST(HypercubeChip, packets_pass_one_that_waits_for_another_port_and_transit_goes_before_memory) {
  CubeBench bench(CubeBench::fixed_route(2, 2));
  bench.send_bytes(1, 3, bytes_of_packets(10));
  bench.run(10);
  bench.send_bytes(0, 3, one_packet);
  bench.send_bytes(0, 1, one_packet);
  EXPECT_TRUE(bench.run());
  std::vector<CubeArrival> arrivals = bench.arrivals();
  ASSERT_EQ(arrivals.size(), 3u);
  EXPECT_EQ(arrivals[0].destination, 1u);
  EXPECT_EQ(arrivals[0].last, 16 + 40);
  EXPECT_EQ(arrivals[1].source, 0u);
  EXPECT_EQ(arrivals[1].last, 133 + 44);
}

TEST(HypercubeChip, fills_a_buffer_a_tick_and_port_from_memory) {
  CubeBench bench(CubeBench::ticks(2));
  bench.send_bytes(0, 1, bytes_of_packets(100));
  bench.send_bytes(0, 2, bytes_of_packets(100));
  for (unsigned tick = 1; tick <= 20; ++tick) {
    bench.run(tick);
    EXPECT_EQ(bench.chip(0).buffers(0).used(), std::min(tick, 16u)) << tick;
    EXPECT_EQ(bench.chip(0).buffers(1).used(), std::min(tick, 16u)) << tick;
  }
}

TEST(HypercubeChip, messages_for_one_port_are_not_interleaved) {
  CubeBench bench(CubeBench::ticks(1));
  bench.send_bytes(0, 1, bytes_of_packets(10));
  bench.send_bytes(0, 1, bytes_of_packets(10), 1);
  EXPECT_TRUE(bench.run());
  const std::vector<CubeArrival> arrivals = bench.arrivals();
  ASSERT_EQ(arrivals.size(), 2u);
  EXPECT_EQ(arrivals[0].last, 1 + 10 * 44);
  EXPECT_EQ(arrivals[1].first, 1 + 11 * 44);
}

TEST(HypercubeChip, packets_of_two_sources_interleave_on_their_way) {
  CubeBench bench(CubeBench::fixed_route(3, 2));
  bench.send_bytes(1, 4, bytes_of_packets(10));
  bench.send_bytes(2, 4, bytes_of_packets(10));
  EXPECT_TRUE(bench.run());
  EXPECT_LT(arrival_from(bench, 2).first, arrival_from(bench, 1).last);
  EXPECT_LT(arrival_from(bench, 1).first, arrival_from(bench, 2).last);
}

// Figure 5: 10 KB and 256 bytes share a link, which carries their packets in turn. The short one,
// of 17 packets, takes hardly more than twice its time, and the long one that much more.
TEST(HypercubeChip, a_short_message_takes_twice_its_time_beside_a_long_one) {
  Time alone[2] = {}, together[2] = {};
  for (const unsigned source : {1u, 2u}) {
    CubeBench bench(CubeBench::fixed_route(3, 16));
    bench.send_bytes(source, 4, source == 1 ? 10 * 1024 : 256);
    EXPECT_TRUE(bench.run());
    alone[source - 1] = arrival_from(bench, source).last;
  }
  CubeBench bench(CubeBench::fixed_route(3, 16));
  bench.send_bytes(1, 4, 10 * 1024);
  bench.send_bytes(2, 4, 256);
  EXPECT_TRUE(bench.run());
  for (const unsigned source : {1u, 2u}) together[source - 1] = arrival_from(bench, source).last;
  EXPECT_EQ(alone[1], 1 + 44 * (1 + 17));
  EXPECT_EQ(together[1], 1 + 44 * (1 + 2 * 17));
  EXPECT_EQ(together[0], alone[0] + 44 * 17);
}

// --- the first step

TEST(HypercubeChip, the_fixed_route_takes_the_lowest_dimension_first) {
  CubeBench bench(CubeBench::fixed_route(3, 16));
  bench.send_bytes(0, 7, one_packet);
  bench.send_bytes(5, 0, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 0).port, 2u);
  EXPECT_EQ(arrival_from(bench, 5).port, 2u);
  EXPECT_EQ(bench.chip(1).counters().packets_sent, 1u);  // 0, 1, 3, 7
  EXPECT_EQ(bench.chip(3).counters().packets_sent, 1u);
  EXPECT_EQ(bench.chip(4).counters().packets_sent, 1u);  // 5, 4, 0
}

TEST(HypercubeChip, uniform_traffic_on_fixed_routes_loads_all_links_alike) {
  CubeBench bench(CubeBench::fixed_route(4, 16));
  for (unsigned from = 0; from < 16; ++from) {
    for (unsigned to = 0; to < 16; ++to) {
      if (to != from) bench.send_bytes(from, to, one_packet);
    }
  }
  EXPECT_TRUE(bench.run());
  for (unsigned node = 0; node < 16; ++node) {
    for (unsigned port = 0; port < 4; ++port) EXPECT_EQ(bench.carried(node, port), 8u);
  }
}

TEST(HypercubeChip, a_message_goes_to_the_shortest_queue_that_brings_it_closer) {
  CubeBench bench(CubeBench::ticks(3));
  bench.send_bytes(0, 1, bytes_of_packets(5));
  bench.send_bytes(0, 2, bytes_of_packets(2));
  bench.send_bytes(0, 4, bytes_of_packets(3));
  bench.send_bytes(0, 7, bytes_of_packets(2));  // any of three: port 1
  bench.send_bytes(0, 5, bytes_of_packets(1));  // port 0 or 2: port 2
  bench.run(1);
  EXPECT_EQ(bench.chip(0).queue(0), 5u);
  EXPECT_EQ(bench.chip(0).queue(1), 4u);
  EXPECT_EQ(bench.chip(0).queue(2), 4u);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.chip(0).counters().packets_contrary, 3u);
}

TEST(HypercubeChip, among_equal_queues_the_fixed_route_is_taken) {
  CubeBench bench(CubeBench::ticks(3));
  bench.send_bytes(0, 6, bytes_of_packets(2));
  bench.run(1);
  EXPECT_EQ(bench.chip(0).queue(1), 2u);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.chip(0).counters().packets_contrary, 0u);
}

// The first message takes the fixed route, the second the other.
TEST(HypercubeChip, of_16_buffers_at_most_15_hold_contrary_packets) {
  for (const bool rule : {true, false}) {
    HypercubeChipParameters parameters = CubeBench::ticks(2);
    parameters.contrary_rule = rule;
    CubeBench bench(parameters);
    bench.send_bytes(0, 3, bytes_of_packets(100));
    bench.send_bytes(0, 3, bytes_of_packets(100), 1);
    bench.run(40);
    EXPECT_EQ(bench.chip(0).buffers(0).contrary(), 0u);
    EXPECT_EQ(bench.chip(0).buffers(0).used(), 16u);
    EXPECT_EQ(bench.chip(0).buffers(1).contrary(), rule ? 15u : 16u);
    EXPECT_EQ(bench.chip(0).buffers(1).used(), rule ? 15u : 16u);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(bench.chip(0).buffers(1).contrary(), 0u);
  }
}

// --- messages of one pair

// Two messages at once from 0 to 3, one by each way, packet by packet at 3 at the same time.
std::vector<CubeArrival> two_of_one_pair(HypercubePairOrder order) {
  HypercubeChipParameters parameters = CubeBench::ticks(2);
  parameters.pair_order = order;
  CubeBench bench(parameters);
  bench.send(0, 3, std::vector<std::uint8_t>(bytes_of_packets(40), 0xaa), 1);
  bench.send(0, 3, std::vector<std::uint8_t>(bytes_of_packets(40), 0x55), 2);
  EXPECT_TRUE(bench.run());
  return bench.arrivals();
}

bool all_bytes_are(const CubeArrival& arrival, std::uint8_t byte) {
  return arrival.bytes == std::vector<std::uint8_t>(bytes_of_packets(40), byte);
}

TEST(HypercubePairs, without_a_rule_messages_on_different_first_steps_mix) {
  const auto arrivals = two_of_one_pair(HypercubePairOrder::none);
  ASSERT_FALSE(arrivals.empty());
  const std::set<std::uint8_t> bytes(arrivals[0].bytes.begin(), arrivals[0].bytes.end());
  EXPECT_EQ(bytes.count(0x55), 1u);
  EXPECT_EQ(bytes.count(0xaa), 1u);
}

TEST(HypercubePairs, the_first_step_in_spare_bits_of_the_header_keeps_them_apart) {
  const auto arrivals = two_of_one_pair(HypercubePairOrder::tagged);
  ASSERT_EQ(arrivals.size(), 2u);
  EXPECT_TRUE(all_bytes_are(arrivals[0], arrivals[0].type == 1 ? 0xaa : 0x55));
  EXPECT_TRUE(all_bytes_are(arrivals[1], arrivals[1].type == 1 ? 0xaa : 0x55));
  EXPECT_NE(arrivals[0].port, arrivals[1].port);
  EXPECT_LT(arrivals[1].first, arrivals[0].last);  // they do come at the same time
}

TEST(HypercubePairs, or_all_of_a_pair_take_the_first_step_of_the_first) {
  const auto arrivals = two_of_one_pair(HypercubePairOrder::same_step);
  ASSERT_EQ(arrivals.size(), 2u);
  EXPECT_TRUE(all_bytes_are(arrivals[0], 0xaa));
  EXPECT_TRUE(all_bytes_are(arrivals[1], 0x55));
  EXPECT_EQ(arrivals[0].port, arrivals[1].port);
  EXPECT_GT(arrivals[1].first, arrivals[0].last);
}

// --- all of it

using Variant = std::tuple<HypercubeRouting, HypercubeLinks, HypercubeArbitration,
                           HypercubeForwarding, HypercubePairOrder, unsigned>;

class HypercubeVariants : public testing::TestWithParam<Variant> {
 protected:
  static std::vector<CubeArrival> arrivals(bool backwards) {
    HypercubeChipParameters parameters = CubeBench::ticks(4);
    std::tie(parameters.routing, parameters.links, parameters.arbitration, parameters.forwarding,
             parameters.pair_order, parameters.buffers) = GetParam();
    CubeBench bench(parameters, backwards);
    RandomStream random(1, "traffic");
    std::size_t sent = 0;
    for (unsigned round = 0; round < 10; ++round) {
      for (unsigned from = 0; from < 16; ++from) {
        const auto to = static_cast<unsigned>(random.below(16));
        if (to == from) continue;
        const auto bytes = static_cast<unsigned>(random.exponential(200));
        bench.send_bytes(from, to, bytes, static_cast<std::uint16_t>(++sent));
      }
      bench.run(bench.now() + 300);
    }
    EXPECT_TRUE(bench.run());
    EXPECT_TRUE(bench.empty());
    const auto all = bench.arrivals();
    EXPECT_EQ(all.size(), sent);
    std::set<unsigned> types;
    for (const CubeArrival& arrival : all) {
      types.insert(arrival.type);
      for (unsigned i = 0; i < arrival.bytes.size(); ++i) {
        EXPECT_EQ(arrival.bytes[i], static_cast<std::uint8_t>(i * 7 + arrival.type));
      }
    }
    EXPECT_EQ(types.size(), sent);  // each once
    return all;
  }
};

TEST_P(HypercubeVariants, deliver_every_byte_whatever_the_order_in_which_chips_are_evaluated) {
  EXPECT_EQ(arrivals(false), arrivals(true));
}

INSTANTIATE_TEST_SUITE_P(
    All, HypercubeVariants,
    testing::Combine(testing::Values(HypercubeRouting::quasi_adaptive, HypercubeRouting::fixed),
                     testing::Values(HypercubeLinks::bidirectional, HypercubeLinks::unidirectional),
                     testing::Values(HypercubeArbitration::paid, HypercubeArbitration::hidden),
                     testing::Values(HypercubeForwarding::stored, HypercubeForwarding::cut_through),
                     testing::Values(HypercubePairOrder::tagged, HypercubePairOrder::same_step),
                     testing::Values(2u, 16u)));

TEST(HypercubeChip, refuses_what_is_no_message_to_another_node) {
  CubeBench bench(CubeBench::ticks(2));
  EXPECT_THROW(bench.chip(1).send({1, 1, 0}, 0), std::invalid_argument);
  EXPECT_THROW(bench.chip(1).send({4, 1, 0}, 0), std::invalid_argument);
  EXPECT_THROW(bench.chip(1).send({2, 0, 0}, 0), std::invalid_argument);
}

}  // namespace
}  // namespace weft
