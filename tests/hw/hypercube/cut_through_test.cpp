// Packets that go on once their header is in: clocks counted by hand, in ticks.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "tests/hw/hypercube/coprocessor_bench.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"

namespace weft {
namespace {

HypercubeChipParameters cutting_through(HypercubeChipParameters parameters) {
  parameters.forwarding = HypercubeForwarding::cut_through;
  return parameters;
}

// Sent at 0, asks at 1, begins at 5. Its 4 bytes of header are at the next node 8 ticks later, 13;
// there it asks, and begins at 17. Section 4: p + h, not h p.
TEST(HypercubeCutThrough, a_packet_takes_its_length_and_12_ticks_for_each_node_that_it_passes) {
  for (const HypercubeArbitration arbitration :
       {HypercubeArbitration::paid, HypercubeArbitration::hidden}) {
    for (const unsigned hops : {1u, 2u, 3u, 4u}) {
      HypercubeChipParameters parameters = cutting_through(CubeBench::ticks(4));
      parameters.arbitration = arbitration;
      CubeBench bench(parameters);
      bench.send_bytes(0, (1u << hops) - 1, one_packet);
      EXPECT_TRUE(bench.run());
      EXPECT_EQ(last_bytes(bench), std::vector<Time>{5 + 40 + 12 * (hops - 1)});
    }
  }
}

// At both ends of a link: who decides on it takes part of the arbitration.
TEST(HypercubeCutThrough, takes_no_longer_over_unidirectional_links) {
  for (const unsigned source : {0u, 3u, 5u, 7u}) {
    HypercubeChipParameters parameters = cutting_through(CubeBench::ticks(3));
    parameters.links = HypercubeLinks::unidirectional;
    CubeBench bench(parameters);
    bench.send_bytes(source, source ^ 7u, one_packet);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(last_bytes(bench), std::vector<Time>{5 + 40 + 12 * 2}) << source;
  }
}

// The first link sets the pace: 44 ticks a packet, 40 if its arbitration is hidden.
TEST(HypercubeCutThrough, packets_of_a_message_follow_each_other_as_if_they_were_stored) {
  for (const auto& [arbitration, each] :
       {std::pair{HypercubeArbitration::paid, 44u}, {HypercubeArbitration::hidden, 40u}}) {
    HypercubeChipParameters parameters = cutting_through(CubeBench::ticks(2));
    parameters.arbitration = arbitration;
    CubeBench bench(parameters);
    bench.send_bytes(0, 3, bytes_of_packets(100));
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(arrival_from(bench, 0).first, 5 + 40 + 12);
    EXPECT_EQ(arrival_from(bench, 0).last, 5 + 40 + 12 + 99 * each);
  }
}

TEST(HypercubeCutThrough, ticks_a_byte_and_of_arbitration_are_parameters) {
  HypercubeChipParameters parameters = cutting_through(CubeBench::ticks(2));
  parameters.byte_ticks = 3;
  parameters.arbitration_ticks = 7;
  CubeBench bench(parameters);
  bench.send_bytes(0, 3, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(last_bytes(bench), std::vector<Time>{1 + 7 + 12 + 7 + 60});
}

// 1 and 2 both send to 4 by way of 0, and both headers are there at 13. The first goes on from 17
// to 57. The second waits for the link, all of it there from 45 on: asks at 57, 61 to 101.
TEST(HypercubeCutThrough, a_packet_is_stored_where_its_link_is_busy) {
  CubeBench bench(cutting_through(CubeBench::fixed_route(3, 2)));
  bench.send_bytes(1, 4, one_packet);
  bench.send_bytes(2, 4, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 1).last, 57);
  EXPECT_EQ(arrival_from(bench, 2).last, 101);
}

// With one buffer it comes only when the first has left, whose tail goes at 57: granted at 58, 61
// to 101 to node 0, its header there at 69, 73 to 113.
TEST(HypercubeCutThrough, a_packet_has_all_of_a_buffer_until_its_tail_has_left) {
  CubeBench bench(cutting_through(CubeBench::fixed_route(3, 1)));
  bench.send_bytes(1, 4, one_packet);
  bench.send_bytes(2, 4, one_packet);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 1).last, 57);
  EXPECT_EQ(arrival_from(bench, 2).last, 113);
}

// Node 1 has five packets for node 3 in its port before that of node 0 comes, which goes on as the
// sixth. The link by which it came carries the next one meanwhile, to node 1 itself.
TEST(HypercubeCutThrough, a_packet_that_waits_holds_no_link) {
  CubeBench bench(cutting_through(CubeBench::fixed_route(2, 16)));
  bench.send_bytes(1, 3, bytes_of_packets(5), 1);
  bench.send_bytes(0, 3, one_packet, 2);
  bench.send_bytes(0, 1, one_packet, 3);
  EXPECT_TRUE(bench.run());
  for (const CubeArrival& arrival : bench.arrivals()) {
    EXPECT_EQ(arrival.last, arrival.type == 1 ? 1 + 5 * 44 : arrival.type == 2 ? 1 + 6 * 44 : 89);
  }
}

// Figure 5: 10 KB and 256 bytes, 17 packets, share the second link of two. Section 4: t = alpha M +
// h alpha; what a hop adds is the same beside the other message as alone.
TEST(HypercubeCutThrough, a_short_message_takes_twice_its_time_beside_a_long_one) {
  CubeBench bench(cutting_through(CubeBench::fixed_route(3, 16)));
  bench.send_bytes(1, 4, 10 * 1024);
  bench.send_bytes(2, 4, 256);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(arrival_from(bench, 2).last, 5 + 40 + 12 + 44 * (2 * 17 - 1));
  EXPECT_EQ(arrival_from(bench, 1).last, 5 + 40 + 12 + 44 * (641 + 17 - 1));
}

// A node h links away has the first packet 12 ticks later for each link behind the first one.
TEST(HypercubeCutThrough, a_broadcast_goes_on_at_each_node_with_its_header) {
  CoprocessorBench bench(cutting_through(CoprocessorBench::ticks(4)));
  constexpr unsigned source = 5;
  constexpr unsigned packets = 3;
  for (unsigned node = 0; node < 16; ++node) {
    if (node != source) bench.receive(node, block_at(0), source, 9, buffer_at(0), 100);
  }
  bench.fill(source, buffer_at(0), bytes_of_packets(packets), 9);
  bench.execute(source, HypercubeInstruction::broadcast, block_at(0), 0, 9,
                bytes_of_packets(packets), buffer_at(0));
  EXPECT_TRUE(bench.run());
  for (unsigned node = 0; node < 16; ++node) {
    if (node == source) continue;
    const Time first = 5 + 40 + 12 * (static_cast<unsigned>(std::popcount(node ^ source)) - 1);
    EXPECT_EQ(bench.flags(node),
              (std::vector<CoprocessorFlag>{{first, block_at(0), 1},
                                            {first + 44 * (packets - 1), block_at(0), 3}}));
    EXPECT_EQ(bench.bytes(node, buffer_at(0), bytes_of_packets(packets)),
              cube_bytes(bytes_of_packets(packets), 9));
  }
}

}  // namespace
}  // namespace weft
