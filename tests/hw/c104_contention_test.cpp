// Packets that meet in a C104: hunt groups, arbitration, buffers, back-pressure (thesis 3.1.1.3;
// facts.md, C104).
#include <algorithm>
#include <map>
#include <numeric>

#include "hw/common/random.hpp"
#include "tests/hw/switch_bench.hpp"

namespace weft::test {
namespace {

// --- hunt groups and arbitration

TEST(C104, a_hunt_group_takes_any_free_link_of_it) {
  C104Parameters parameters = switch_of(6);
  for (auto& link : parameters.per_link) link.intervals = {{256, IntervalAction::route, 3, 3}};
  SwitchBench<Signal> bench(parameters);
  bench.start();
  for (unsigned from = 0; from < 3; ++from) bench.send(from, packet_to(1, 60));
  bench.run(12 * microsecond);
  for (unsigned to = 3; to < 6; ++to) EXPECT_EQ(bench.arrived_at(to).size(), 1U);
  EXPECT_EQ(bench.core().counters().waits, 0U);
}

TEST(C104, a_packet_waits_only_while_all_links_of_its_group_are_busy) {
  C104Parameters parameters = switch_of(5);
  for (auto& link : parameters.per_link) link.intervals = {{256, IntervalAction::route, 3, 2}};
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.send(0, packet_to(1, 100, 10));
  bench.send(1, packet_to(1, 30, 11));
  bench.run(1 * microsecond);
  bench.send(2, packet_to(1, 10, 12));
  bench.run(20 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 3U);
  EXPECT_EQ(bench.core().counters().waits, 1U);
  EXPECT_EQ(bench.arrived_at(4).size(), 2U);  // behind the shorter one
}

/// Packets of inputs 1, 2, 3 wait for output 0 while input 4 holds it; they come 1 us apart.
/// Returns the inputs in the order in which they got it.
std::vector<unsigned> order_under(C104Parameters parameters, const std::array<PacketTag, 3>& tags) {
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.send(4, packet_to(0, 100, 4));
  bench.run(microsecond);
  for (unsigned from = 1; from <= 3; ++from) {
    bench.send(from, packet_to(0, 5, static_cast<std::uint8_t>(from)), tags[from - 1]);
    bench.run(microsecond);
  }
  bench.run(30 * microsecond);
  std::vector<unsigned> order;
  for (const Arrived& arrived : bench.arrived()) order.push_back(arrived.bytes.back());
  order.erase(order.begin());
  return order;
}

using Order = std::vector<unsigned>;

C104Parameters with(Arbitration arbitration) {
  C104Parameters parameters = switch_of(5);
  parameters.arbitration = arbitration;
  return parameters;
}

TEST(C104Arbitration, fifo_gives_the_output_to_the_longest_waiting) {
  EXPECT_EQ(order_under(with(Arbitration::fifo), {}), (Order{1, 2, 3}));
}

TEST(C104Arbitration, oldest_first_gives_it_to_the_packet_injected_first) {
  std::array<PacketTag, 3> tags;
  tags[0].protocol.injected = 300;
  tags[1].protocol.injected = 100;
  tags[2].protocol.injected = 200;
  EXPECT_EQ(order_under(with(Arbitration::oldest_first), tags), (Order{2, 3, 1}));
}

TEST(C104Arbitration, hops_first_gives_it_to_the_packet_that_passed_most_routers) {
  std::array<PacketTag, 3> tags;
  tags[0].protocol.hops = 1;
  tags[1].protocol.hops = 2;
  tags[2].protocol.hops = 9;
  EXPECT_EQ(order_under(with(Arbitration::hops_first), tags), (Order{3, 2, 1}));
}

TEST(C104Arbitration, network_first_gives_it_to_packets_from_other_routers) {
  C104Parameters parameters = with(Arbitration::network_first);
  parameters.per_link[1].external = true;
  parameters.per_link[2].external = true;
  EXPECT_EQ(order_under(parameters, {}), (Order{3, 1, 2}));
}

TEST(C104Arbitration, acknowledgement_priority_comes_before_any_policy) {
  C104Parameters parameters = with(Arbitration::fifo);
  parameters.acknowledgement_priority = true;
  std::array<PacketTag, 3> tags;
  tags[1].protocol.kind = PacketKind::acknowledgement;
  EXPECT_EQ(order_under(parameters, tags), (Order{2, 1, 3}));
}

// Three inputs always want the same output: each gets a third of it.
TEST(C104Arbitration, random_gives_every_waiting_input_its_share) {
  SwitchBench<TokenLevel> bench(with(Arbitration::random));
  bench.start();
  for (unsigned n = 0; n < 3000; ++n) {
    for (unsigned from = 1; from <= 3; ++from) {
      bench.send(from, packet_to(0, 2, static_cast<std::uint8_t>(from)));
    }
  }
  bench.run(1 * millisecond);
  std::array<unsigned, 4> count{};
  for (const Arrived& arrived : bench.arrived_at(0)) {
    const unsigned from = arrived.bytes.back();
    ++count[from];
  }
  const auto total = static_cast<double>(bench.arrived_at(0).size());
  EXPECT_GT(total, 2000);
  for (unsigned from = 1; from <= 3; ++from) EXPECT_NEAR(count[from] / total, 1.0 / 3, 0.04);
}

// --- cut-through, buffers, back-pressure

TEST(C104, packets_far_longer_than_its_buffers_pass) {
  SwitchBench<Signal> bench(switch_of(2));
  bench.start();
  PacketBytes bytes(1500);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  bytes[0] = 1;
  bench.send(0, bytes);
  bench.run(300 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 1U);
  EXPECT_EQ(bench.arrived()[0].bytes, bytes);
}

/// Times from the verified header to the first bit of the packet at an idle output, over packets
/// that come at all phases of the output's NULs (80 ns).
std::vector<Time> transit_times(Time latency) {
  C104Parameters parameters = switch_of(3);
  parameters.routing_latency = latency;
  // All tokens have an even number of bits: this start-up puts the two links an odd number apart.
  DsLinkParameters sender;
  sender.startup_bit_time = 102'500;
  SwitchBench<Signal> bench(parameters, "c104", sender);
  TokenRecorder in, out;
  bench.link(0).tokens(in);
  bench.router().link(1).tokens(out);
  bench.start();
  for (unsigned n = 0; n < 40; ++n) {
    bench.send(0, {1, 2, 3, 4});
    bench.run(2 * microsecond);
    bench.send(2, packet_to(1, n));  // moves the phase of the output
    bench.run(6 * microsecond);
  }
  const auto starts = [](const TokenRecorder& recorder) {
    std::vector<TokenEvent> first;
    bool begins = true;
    for (const TokenEvent& event : recorder.events) {
      if (!needs_credit(event.token)) continue;
      if (begins) first.push_back(event);
      begins = ends_packet(event.token);
    }
    return first;
  };
  const auto entered = starts(in), left = starts(out);
  EXPECT_EQ(entered.size(), 40U);
  EXPECT_EQ(left.size(), 80U);
  std::vector<Time> times;
  for (std::size_t i = 0; i < std::min(entered.size(), left.size() / 2); ++i) {
    // Verified by the second bit of the next token.
    times.push_back(left[2 * i].begin - (entered[i].end + 10 * nanosecond));
  }
  return times;
}

void expect_latency(Time latency) {
  const std::vector<Time> times = transit_times(latency);
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  EXPECT_EQ(*least, latency);
  EXPECT_LT(*most, latency + 80 * nanosecond);  // the output was within a NUL
}

TEST(C104Latency, is_40_ns_after_the_verified_header_by_default) {
  expect_latency(40 * nanosecond);
}

TEST(C104Latency, is_what_routing_latency_says) { expect_latency(160 * nanosecond); }

TEST(C104, back_pressure_reaches_the_sender_and_loses_nothing) {
  C104Parameters parameters = switch_of(2);
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.stall(1, true);
  PacketBytes bytes(400);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  bytes[0] = 1;
  bench.send(0, bytes);
  bench.run(200 * microsecond);
  // 64 places at the end, 35 of output buffer; and 29 of input buffer make 16 whole FCTs.
  EXPECT_EQ(bench.end(1).size(), 64U);
  EXPECT_EQ(bench.core().output_level(1), 35U);
  EXPECT_EQ(bench.core().input_level(0), 29U);
  EXPECT_EQ(bench.end(0).waiting(), 401U - 128U);
  bench.stall(1, false);
  bench.run(200 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 1U);
  EXPECT_EQ(bench.arrived()[0].bytes, bytes);
}

TEST(C104, a_blocked_packet_does_not_hold_up_those_of_other_inputs_and_outputs) {
  SwitchBench<Signal> bench(switch_of(4));
  bench.start();
  bench.stall(1, true);
  bench.send(0, packet_to(1, 300));
  bench.run(20 * microsecond);
  bench.send(2, packet_to(3, 40));
  bench.run(20 * microsecond);
  EXPECT_EQ(bench.arrived_at(3).size(), 1U);
}

/// Random traffic from every input to every output with readers that stall: each packet names its
/// source, destination and number, and all must come out whole and in order.
void expect_nothing_lost(C104Parameters parameters, Time duration) {
  const unsigned links = parameters.links;
  SwitchBench<TokenLevel> bench(parameters);
  RandomStream stream(31, "scoreboard");
  bench.start();
  std::map<std::pair<unsigned, unsigned>, std::uint8_t> sent, received;
  std::uint64_t count = 0;
  for (Time passed = 0; passed < duration; passed += microsecond) {
    for (unsigned from = 0; from < links; ++from) {
      if (bench.end(from).waiting() > 40 || stream.below(3) == 0) continue;
      const auto to = static_cast<std::uint8_t>(stream.below(links));
      PacketBytes bytes = {to, static_cast<std::uint8_t>(from), sent[{from, to}]++};
      const std::uint64_t payload = stream.below(20) == 0 ? 200 : stream.below(40);
      for (std::uint64_t i = 0; i < payload; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(bytes[1] + bytes[2] + i));
      }
      bench.send(from, bytes);
      ++count;
    }
    bench.stall(static_cast<unsigned>(stream.below(links)), true);
    bench.stall(static_cast<unsigned>(stream.below(links)), false);
    bench.run(microsecond);
  }
  for (unsigned port = 0; port < links; ++port) bench.stall(port, false);
  bench.run(links * 100 * microsecond);
  EXPECT_EQ(bench.arrived().size(), count);
  EXPECT_EQ(bench.core().counters().packets_routed, count);
  for (const Arrived& arrived : bench.arrived()) {
    const unsigned from = arrived.bytes.at(1);
    ASSERT_EQ(arrived.bytes[0], arrived.port);
    ASSERT_EQ(arrived.bytes[2], (received[{from, arrived.port}]++)) << "reordered or lost";
    for (std::size_t i = 3; i < arrived.bytes.size(); ++i) {
      ASSERT_EQ(arrived.bytes[i],
                static_cast<std::uint8_t>(arrived.bytes[1] + arrived.bytes[2] + i - 3));
    }
  }
}

TEST(C104Scoreboard, holds_with_the_default_buffers) {
  expect_nothing_lost(switch_of(8), 500 * microsecond);
}

TEST(C104Scoreboard, holds_with_one_place_of_output_buffer_and_eight_of_input_buffer) {
  C104Parameters parameters = switch_of(8);
  parameters.output_buffer = 1;
  parameters.input_buffer = 8;
  expect_nothing_lost(parameters, 500 * microsecond);
}

TEST(C104Scoreboard, holds_with_64_links) { expect_nothing_lost(switch_of(64), 100 * microsecond); }

TEST(C104Scoreboard, holds_with_random_arbitration_and_a_slow_crossbar) {
  C104Parameters parameters = switch_of(6);
  parameters.arbitration = Arbitration::random;
  parameters.clock = 130 * nanosecond;
  parameters.routing_latency = 390 * nanosecond;
  expect_nothing_lost(parameters, 500 * microsecond);
}

TEST(C104, one_place_of_output_buffer_still_gives_full_bandwidth) {
  C104Parameters parameters = switch_of(2);
  parameters.output_buffer = 1;
  SwitchBench<Signal> bench(parameters);
  bench.start();
  bench.send(0, packet_to(1, 1000));
  bench.run(150 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 1U);
  // 1002 tokens of 100 ns; a place freed as a token begins is filled before it ends.
  EXPECT_LT(bench.arrived()[0].last - bench.arrived()[0].first, 105 * microsecond);
}

}  // namespace
}  // namespace weft::test
