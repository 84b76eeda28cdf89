// The C104 packet switch (thesis 3.1.1.3; facts.md, C104).
#include <map>

#include "hw/c104/interval_table.hpp"
#include "tests/hw/switch_bench.hpp"

namespace weft::test {
namespace {

// --- interval labelling

TEST(IntervalTable, a_header_belongs_to_the_first_interval_with_a_limit_above_it) {
  const IntervalTable table({{10, IntervalAction::route, 1, 1},
                             {11, IntervalAction::route, 2, 1},
                             {300, IntervalAction::route, 3, 1}});
  EXPECT_EQ(table.lookup(0).first_link, 1U);
  EXPECT_EQ(table.lookup(9).first_link, 1U);
  EXPECT_EQ(table.lookup(10).first_link, 2U);
  EXPECT_EQ(table.lookup(11).first_link, 3U);
  EXPECT_EQ(table.lookup(299).first_link, 3U);
  EXPECT_EQ(table.lookup(300).action, IntervalAction::invalid);
}

TEST(IntervalTable, without_intervals_every_header_is_invalid) {
  EXPECT_EQ(IntervalTable().lookup(0).action, IntervalAction::invalid);
}

TEST(C104, routes_by_a_header_of_one_byte) {
  SwitchBench<Signal> bench(switch_of(4));
  bench.start();
  for (std::uint8_t to = 0; to < 4; ++to) bench.send(0, {to, 7, 8});
  bench.run(10 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 4U);
  for (unsigned to = 0; to < 4; ++to) {
    EXPECT_EQ(bench.arrived()[to].port, to);
    EXPECT_EQ(bench.arrived()[to].bytes, (PacketBytes{static_cast<std::uint8_t>(to), 7, 8}));
  }
  EXPECT_EQ(bench.core().counters().packets_routed, 4U);
}

TEST(C104, partitions_use_the_same_headers_and_nothing_of_each_other) {
  C104Parameters parameters = switch_of(6);
  for (unsigned link = 0; link < 6; ++link) {
    const unsigned first = link < 2 ? 0 : 2;  // links 0 and 1, and 2 to 5
    parameters.per_link[link].intervals = {{1, IntervalAction::route, first, 1},
                                           {9, IntervalAction::route, first + 1, first + 1}};
  }
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.stall(1, true);  // one of them is full
  for (std::uint8_t i = 0; i < 20; ++i) {
    bench.send(0, packet_to(5, 30, i));
    bench.send(2, packet_to(5, 30, i));
  }
  bench.run(200 * microsecond);
  EXPECT_EQ(bench.arrived().size(), 20U);
  EXPECT_TRUE(bench.arrived_at(0).empty());
  EXPECT_TRUE(bench.arrived_at(1).empty());
  EXPECT_TRUE(bench.arrived_at(2).empty());
  bench.stall(1, false);
  bench.run(200 * microsecond);
  EXPECT_EQ(bench.arrived_at(1).size(), 20U);
}

TEST(C104, routes_by_a_header_of_two_bytes_high_byte_first) {
  C104Parameters parameters = switch_of(3);
  parameters.per_link[0].header_bytes = 2;
  parameters.per_link[0].intervals = {{0x0102, IntervalAction::route, 1, 1},
                                      {0x10000, IntervalAction::route, 2, 1}};
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.send(0, {0x01, 0x01, 5});
  bench.send(0, {0x01, 0x02, 5});
  bench.send(0, {0xff, 0xff, 5});
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.arrived_at(1).size(), 1U);
  EXPECT_EQ(bench.arrived_at(2).size(), 2U);
}

TEST(C104, keeps_the_kind_of_a_packets_end) {
  SwitchBench<Signal> bench(switch_of(2));
  bench.start();
  bench.send(0, {1, 2}, {}, eom_token);
  bench.send(0, {1, 3}, {}, eop_token);
  bench.run(10 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 2U);
  EXPECT_EQ(bench.arrived()[0].end, eom_token);
  EXPECT_EQ(bench.arrived()[1].end, eop_token);
}

TEST(C104, deletes_the_header_at_an_output_that_is_set_so) {
  C104Parameters parameters = switch_of(3);
  parameters.per_link[1].delete_header = true;
  SwitchBench<Signal> bench(parameters);
  bench.start();
  PacketTag tag;
  tag.trace.id = 42;
  bench.send(0, {1, 50, 51}, tag);
  bench.send(0, {2, 50, 51}, tag);
  bench.run(10 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 2U);
  EXPECT_EQ(bench.arrived()[0].bytes, (PacketBytes{50, 51}));
  EXPECT_EQ(bench.arrived()[0].tag.trace.id, 42U);
  EXPECT_EQ(bench.arrived()[1].bytes, (PacketBytes{2, 50, 51}));
}

TEST(C104, counts_the_routers_passed_in_the_tag) {
  SwitchBench<Signal> bench(switch_of(2));
  bench.start();
  PacketTag tag;
  tag.trace.id = 1;
  tag.protocol.hops = 3;
  bench.send(0, {1, 50}, tag);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.arrived().at(0).tag.protocol.hops, 4U);
}

// --- universal routing

TEST(C104, strips_the_header_at_the_end_of_a_random_phase_and_routes_by_the_next) {
  C104Parameters parameters = switch_of(3);
  parameters.per_link[0].intervals = one_to_one(3);
  parameters.per_link[0].intervals.push_back({10, IntervalAction::strip, 0, 1});
  SwitchBench<Signal> bench(parameters);
  bench.start();
  PacketTag tag;
  tag.trace.id = 9;
  bench.send(0, {5, 1, 77}, tag);
  bench.send(0, {1, 78}, tag);
  bench.run(10 * microsecond);
  ASSERT_EQ(bench.arrived_at(1).size(), 2U);
  EXPECT_EQ(bench.arrived_at(1)[0].bytes, (PacketBytes{1, 77}));
  EXPECT_EQ(bench.arrived_at(1)[0].tag.trace.id, 9U);
}

TEST(C104, a_packet_that_is_nothing_but_a_stripped_header_leaves_no_trace) {
  C104Parameters parameters = switch_of(3);
  parameters.per_link[0].intervals.push_back({10, IntervalAction::strip, 0, 1});
  SwitchBench<Signal> bench(parameters);
  bench.start();
  PacketTag lost, kept;
  lost.trace.id = 1;
  kept.trace.id = 2;
  bench.send(0, {5}, lost);
  bench.run(3 * microsecond);
  bench.send(0, {2, 60}, kept);
  bench.run(3 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 1U);
  EXPECT_EQ(bench.arrived()[0].tag.trace.id, 2U);
}

TEST(C104, random_headers_are_uniform_in_base_and_range) {
  constexpr unsigned range = 16, base = 40, packets = 16'000;
  C104Parameters parameters = switch_of(2);
  parameters.per_link[0].random_header = true;
  parameters.per_link[0].random_base = base;
  parameters.per_link[0].random_range = range;
  parameters.per_link[0].intervals = {{256, IntervalAction::route, 1, 1}};
  SwitchBench<TokenLevel> bench(parameters);
  bench.start();
  for (unsigned n = 0; n < packets; ++n) bench.send(0, {3});
  bench.run(8 * millisecond);
  ASSERT_EQ(bench.arrived().size(), packets);
  std::map<unsigned, unsigned> counts;
  for (const Arrived& arrived : bench.arrived()) {
    ASSERT_EQ(arrived.bytes.size(), 2U);  // its own header comes after the random one
    ASSERT_EQ(arrived.bytes[1], 3U);
    ASSERT_GE(arrived.bytes[0], base);
    ASSERT_LT(arrived.bytes[0], base + range);
    ++counts[arrived.bytes[0]];
  }
  double chi_square = 0;
  for (unsigned header = base; header < base + range; ++header) {
    const double off = counts[header] - static_cast<double>(packets) / range;
    chi_square += off * off * range / packets;
  }
  EXPECT_LT(chi_square, 37.7);  // 15 degrees of freedom, 0.1 %
}

TEST(C104, a_random_header_that_would_be_stripped_here_is_not_put_in_front) {
  C104Parameters parameters = switch_of(3);
  parameters.per_link[0].random_header = true;
  parameters.per_link[0].random_base = 100;
  parameters.per_link[0].random_range = 2;
  parameters.per_link[0].intervals = {{100, IntervalAction::route, 1, 1},
                                      {101, IntervalAction::strip, 0, 1},
                                      {102, IntervalAction::route, 2, 1}};
  SwitchBench<TokenLevel> bench(parameters);
  bench.start();
  for (unsigned n = 0; n < 100; ++n) bench.send(0, {50, 9});
  bench.run(100 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 100U);
  EXPECT_GT(bench.arrived_at(1).size(), 20U);
  for (const Arrived& direct : bench.arrived_at(1)) EXPECT_EQ(direct.bytes, (PacketBytes{50, 9}));
  for (const Arrived& random : bench.arrived_at(2))
    EXPECT_EQ(random.bytes, (PacketBytes{101, 50, 9}));
}

// --- what does not go through

TEST(C104, drops_packets_of_discard_and_invalid_intervals_and_of_none) {
  C104Parameters parameters = switch_of(2);
  parameters.per_link[0].intervals = {{10, IntervalAction::discard, 0, 1},
                                      {20, IntervalAction::invalid, 0, 1},
                                      {30, IntervalAction::route, 1, 1}};
  SwitchBench<Signal> bench(parameters);
  bench.start();
  for (const std::uint8_t header : PacketBytes{9, 10, 30, 255, 25})
    bench.send(0, packet_to(header, 100));
  bench.run(100 * microsecond);
  EXPECT_EQ(bench.core().counters().packets_discarded, 1U);
  EXPECT_EQ(bench.core().counters().header_errors, 3U);
  ASSERT_EQ(bench.arrived().size(), 1U);
  EXPECT_EQ(bench.arrived()[0].bytes[0], 25U);
}

TEST(C104, a_packet_shorter_than_its_header_is_a_header_error) {
  C104Parameters parameters = switch_of(2);
  parameters.per_link[0].header_bytes = 2;
  parameters.per_link[0].intervals = {{0x10000, IntervalAction::route, 1, 1}};
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.send(0, {1});
  bench.send(0, {});
  bench.send(0, {0, 1, 5});
  bench.run(20 * microsecond);
  EXPECT_EQ(bench.core().counters().header_errors, 1U);
  ASSERT_EQ(bench.arrived().size(), 1U);
  EXPECT_EQ(bench.arrived()[0].bytes, (PacketBytes{0, 1, 5}));
}

}  // namespace
}  // namespace weft::test
