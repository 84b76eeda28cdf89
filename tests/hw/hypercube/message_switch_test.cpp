// Messages that are carried whole: datagrams, with cut-through, wormholes and circuits.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/parameter_error.hpp"
#include "hw/common/random.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

constexpr Time asked = 1;        // the tick after `send`
constexpr Time arbitration = 4;  // ticks
constexpr Time on_link(Time bytes) { return 2 * (hypercube_header_bytes + bytes); }

std::vector<CubeArrival> one_message(HypercubeTransport transport, unsigned to, unsigned bytes,
                                     HypercubeArbitration when = HypercubeArbitration::paid) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, transport);
  parameters.arbitration = when;
  SwitchBench bench(parameters);
  bench.send(0, to, bytes, 5);
  bench.run();
  return bench.arrivals();
}

TEST(HypercubeMessageSwitch, a_datagram_is_stored_whole_at_each_node) {
  const auto here = one_message(HypercubeTransport::datagram, 7, 100);
  ASSERT_EQ(here.size(), 1U);
  const Time last_link = asked + 2 * (arbitration + on_link(100)) + arbitration;
  EXPECT_EQ(here[0], (CubeArrival{0, 7, 5, cube_bytes(100, 5), last_link + on_link(16),
                                  last_link + on_link(100), 0}));
}

TEST(HypercubeMessageSwitch, cut_through_and_wormholes_go_on_with_the_first_byte_of_the_header) {
  for (const auto transport : {HypercubeTransport::cut_through, HypercubeTransport::wormhole}) {
    const auto here = one_message(transport, 7, 100);
    ASSERT_EQ(here.size(), 1U);
    const Time last_link = asked + arbitration + 2 * (2 + arbitration);
    EXPECT_EQ(here[0].first, last_link + on_link(16));
    EXPECT_EQ(here[0].last, last_link + on_link(100));
    EXPECT_EQ(here[0].bytes, cube_bytes(100, 5));
  }
}

TEST(HypercubeMessageSwitch, the_first_bytes_of_a_short_message_are_all_of_them) {
  const auto here = one_message(HypercubeTransport::wormhole, 1, 3);
  ASSERT_EQ(here.size(), 1U);
  EXPECT_EQ(here[0].first, here[0].last);
}

TEST(HypercubeMessageSwitch, hidden_arbitration_is_paid_once_by_datagrams) {
  const auto here = one_message(HypercubeTransport::datagram, 7, 100, HypercubeArbitration::hidden);
  ASSERT_EQ(here.size(), 1U);
  EXPECT_EQ(here[0].last, asked + arbitration + 3 * on_link(100));
}

// Figure 5: 10 KB go first over the link that 256 bytes need.
TEST(HypercubeMessageSwitch, a_long_wormhole_makes_a_short_one_wait_until_it_has_gone) {
  SwitchBench bench(3, HypercubeTransport::wormhole);
  bench.send(0, 7, 10240, 1);
  bench.send(4, 1, 256, 2);  // by node 5
  bench.send(0, 5, 256, 3);
  bench.run();
  const auto here = bench.arrivals();
  ASSERT_EQ(here.size(), 3U);
  EXPECT_EQ(here[0].type, 2);
  EXPECT_LT(here[0].last, on_link(256) + 30) << "its links are others";
  EXPECT_EQ(here[1].type, 3);
  const Time gone = asked + arbitration + on_link(10240);
  EXPECT_GT(here[1].first, gone);
  EXPECT_LT(here[1].last, gone + on_link(256) + 30);
}

// Node 0's message to 3 waits at node 1 for the link to 3, which a long one from 1 has. It holds
// the link from 0 to 1 meanwhile, which another message from 0 to 1 needs.
TEST(HypercubeMessageSwitch, a_blocked_wormhole_holds_its_links_and_a_datagram_does_not) {
  const auto arrival_at_1 = [](HypercubeTransport transport) {
    SwitchBench bench(2, transport);
    bench.send(1, 3, 5000);
    bench.send(0, 3, 20);
    bench.run(10);
    bench.send(0, 1, 20);
    bench.run();
    return bench.arrivals().at(0).last;
  };
  EXPECT_GT(arrival_at_1(HypercubeTransport::wormhole), on_link(5000));
  EXPECT_LT(arrival_at_1(HypercubeTransport::cut_through), 200U);
  EXPECT_LT(arrival_at_1(HypercubeTransport::datagram), 200U);
}

// The header of the circuit is on the last of three links 4 + 2 ticks later at each node; 20 ticks
// later it is there, and a byte takes 6 ticks back to the source; the first byte of data passes two
// nodes on its way.
TEST(HypercubeMessageSwitch, the_data_of_a_circuit_go_when_a_byte_has_come_back) {
  const auto here = one_message(HypercubeTransport::circuit, 7, 100);
  ASSERT_EQ(here.size(), 1U);
  const Time last_link = asked + arbitration + 2 * (2 + arbitration);
  const Time data = last_link + 20 + 6 + 4;
  EXPECT_EQ(here[0], (CubeArrival{0, 7, 5, cube_bytes(100, 5), data + 2 * 16, data + 2 * 100, 0}));
}

// What the header got stays with the circuit until the tail has passed.
TEST(HypercubeMessageSwitch, a_circuit_has_its_links_from_its_header_to_its_tail) {
  SwitchBench bench(4, HypercubeTransport::circuit);
  bench.send(0, 7, 100);
  bench.run();
  ASSERT_EQ(bench.carried().size(), 3U);
  const Time data = asked + arbitration + 2 * (2 + arbitration) + 20 + 6;
  for (const auto& link : bench.carried()) {
    EXPECT_EQ(link.begin, asked + arbitration + link.port * (2 + arbitration));
    EXPECT_EQ(link.end, data + 2 * link.port + 2 * 100);
    EXPECT_EQ(link.bytes, 110U);
  }
}

// Node 3 sends a long message to 7. Node 1's message to 7 has the link to 3 and waits there. Node
// 0's message to 3, which was created before it, needs that link.
SwitchBench blocked_circuit(HypercubePrecedence precedence) {
  HypercubeChipParameters parameters = SwitchBench::ticks(3, HypercubeTransport::circuit);
  parameters.precedence = precedence;
  SwitchBench bench(parameters);
  bench.send(3, 7, 5000, 1);
  bench.run(1);
  bench.send(0, 3, 20, 2);
  bench.run(3);
  bench.send(1, 7, 20, 3);
  bench.run();
  return bench;
}

TEST(HypercubeMessageSwitch, a_circuit_keeps_its_links_and_waits) {
  const SwitchBench bench = blocked_circuit(HypercubePrecedence::arrival);
  EXPECT_GT(bench.arrival(3).last, 2 * 5000U);
  EXPECT_GT(bench.arrival(2).last, bench.arrival(3).last);
}

// Asked at 2, on the first link at 6, at node 1 at 8, where the other circuit, which has asked for
// its second link by 10, gives way; on the second at 12; 20 for the header, 4 back, 2 forth.
TEST(HypercubeMessageSwitch, a_circuit_that_is_not_there_gives_way_to_an_earlier_message) {
  const SwitchBench bench = blocked_circuit(HypercubePrecedence::creation);
  EXPECT_EQ(bench.arrival(2).last, 12 + 20 + 4 + 2 + 2 * 20U);
  EXPECT_GT(bench.arrival(3).last, 2 * 5000U);
  EXPECT_EQ(bench.arrival(3).bytes, cube_bytes(20, 3));
  EXPECT_TRUE(bench.idle());
}

// Node 0's link to 1 is busy when it is given a message for 3: adaptively that goes by node 2.
TEST(HypercubeMessageSwitch, adaptive_routing_takes_the_shortest_queue_that_brings_it_closer) {
  for (const auto transport : {HypercubeTransport::datagram, HypercubeTransport::cut_through,
                               HypercubeTransport::circuit}) {
    HypercubeChipParameters parameters = SwitchBench::ticks(2, transport);
    parameters.routing = HypercubeRouting::adaptive;
    SwitchBench bench(parameters);
    bench.send(0, 1, 1000, 1);
    bench.run(10);
    bench.send(0, 3, 20, 2);
    bench.run();
    EXPECT_LT(bench.arrival(2).last, 200U);
    EXPECT_TRUE(std::any_of(bench.carried().begin(), bench.carried().end(),
                            [](const auto& one) { return one.node == 2 && one.port == 0; }));
    parameters.routing = HypercubeRouting::fixed;
    SwitchBench fixed(parameters);
    fixed.send(0, 1, 1000, 1);
    fixed.run(10);
    fixed.send(0, 3, 20, 2);
    fixed.run();
    EXPECT_GT(fixed.arrival(2).last, 2000U);
  }
}

// Each of three nodes chooses; of a datagram only the source, as the others choose while it comes.
TEST(HypercubeMessageSwitch, the_choice_of_an_adaptive_step_can_take_time) {
  constexpr Time choice = 5;
  const auto last_of = [](HypercubeTransport transport, HypercubeRouting routing) {
    HypercubeChipParameters parameters = SwitchBench::ticks(3, transport);
    parameters.routing = routing;
    parameters.decision_ticks = choice;
    SwitchBench bench(parameters);
    bench.send(0, 7, 100, 5);
    bench.run();
    return bench.arrival(5).last;
  };
  using Transport = HypercubeTransport;
  const auto adaptive = HypercubeRouting::adaptive;
  const Time begins = asked + choice + arbitration + 2 * (2 + choice + arbitration);
  EXPECT_EQ(last_of(Transport::cut_through, adaptive), begins + on_link(100));
  EXPECT_EQ(last_of(Transport::circuit, adaptive), begins + 20 + 6 + 4 + 2 * 100);
  EXPECT_EQ(last_of(Transport::datagram, adaptive),
            asked + choice + 3 * (arbitration + on_link(100)));
  EXPECT_EQ(last_of(Transport::circuit, HypercubeRouting::fixed),
            asked + arbitration + 2 * (2 + arbitration) + 20 + 6 + 4 + 2 * 100);
}

// Node 0's link to 1 is busy for 2000 ticks; by node 2 two messages go first, of 600 ticks and 60:
// the shorter queue is the one that takes longer.
TEST(HypercubeMessageSwitch, an_adaptive_message_can_wait_for_the_first_link_that_it_gets) {
  const auto last_of = [](HypercubeTransport transport, HypercubeAdaptiveWait waits) {
    HypercubeChipParameters parameters = SwitchBench::ticks(2, transport);
    parameters.routing = HypercubeRouting::adaptive;
    parameters.adaptive_wait = waits;
    SwitchBench bench(parameters);
    bench.send(0, 1, 1000, 1);
    bench.send(0, 2, 300, 2);
    bench.send(0, 2, 20, 3);
    bench.run(10);
    bench.send(0, 3, 20, 4);
    bench.run();
    EXPECT_TRUE(bench.idle());
    return bench.arrival(4).last;
  };
  for (const auto transport : {HypercubeTransport::datagram, HypercubeTransport::cut_through,
                               HypercubeTransport::circuit}) {
    EXPECT_GT(last_of(transport, HypercubeAdaptiveWait::shortest_queue), 2000U);
    EXPECT_LT(last_of(transport, HypercubeAdaptiveWait::any_link), 900U);
  }
}

// Each link that carries it, free or left by another, stands still while it chooses.
TEST(HypercubeMessageSwitch, a_link_that_any_message_can_take_chooses_when_it_is_free) {
  constexpr Time choice = 5;
  for (const auto links : {HypercubeLinks::bidirectional, HypercubeLinks::unidirectional}) {
    HypercubeChipParameters parameters = SwitchBench::ticks(2, HypercubeTransport::datagram);
    parameters.routing = HypercubeRouting::adaptive;
    parameters.adaptive_wait = HypercubeAdaptiveWait::any_link;
    parameters.decision_ticks = choice;
    parameters.links = links;
    SwitchBench bench(parameters);
    bench.send(0, 1, 100, 1);
    bench.send(0, 1, 20, 2);
    bench.send(0, 3, 20, 3);
    bench.run();
    const Time first = asked + choice + arbitration + on_link(100);
    EXPECT_EQ(bench.arrival(1).last, first);
    EXPECT_EQ(bench.arrival(2).last, first + choice + arbitration + on_link(20));
    EXPECT_EQ(bench.arrival(3).last, asked + 2 * (choice + arbitration + on_link(20)));
    EXPECT_TRUE(bench.idle());
  }
}

// All links of node 0 are busy when it is given a message for 7, which then waits for the fixed
// route's, behind two of 1000 bytes there, and stays there; by 2 it would wait for one. The next
// one finds the link to 4 free.
TEST(HypercubeMessageSwitch, an_adaptive_message_can_take_a_free_link_or_the_fixed_route) {
  HypercubeChipParameters parameters = SwitchBench::ticks(3, HypercubeTransport::datagram);
  parameters.routing = HypercubeRouting::adaptive;
  parameters.adaptive_wait = HypercubeAdaptiveWait::free_or_fixed;
  SwitchBench bench(parameters);
  bench.send(0, 1, 1000, 1);
  bench.send(0, 1, 1000, 2);
  bench.send(0, 2, 1000, 3);
  bench.send(0, 4, 100, 4);
  bench.run(10);
  bench.send(0, 7, 20, 5);
  const Time left = asked + arbitration + on_link(100);
  bench.run(left);
  bench.send(0, 7, 20, 6);
  bench.run();
  EXPECT_EQ(bench.arrival(5).last,
            asked + 2 * (arbitration + on_link(1000)) + 3 * (arbitration + on_link(20)));
  EXPECT_EQ(bench.arrival(6).last, left + asked + 3 * (arbitration + on_link(20)));
}

// Node 8's circuit to 1 has the link to 0 and waits there when an earlier message from 7, which has
// come to 0 by 6 and 4, needs that link for its way to 8, who knows a tick later. The link to 9,
// busy until 29, is free: the circuit asks for that at the next tick.
TEST(HypercubeMessageSwitch, a_circuit_that_gives_way_asks_for_any_other_link_at_the_next_tick) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::circuit);
  parameters.routing = HypercubeRouting::adaptive;
  parameters.adaptive_wait = HypercubeAdaptiveWait::any_link;
  parameters.precedence = HypercubePrecedence::creation;
  parameters.links = HypercubeLinks::unidirectional;
  SwitchBench bench(parameters);
  bench.send(0, 1, 5000, 1);
  bench.send(8, 9, 1, 2);
  bench.run(20);
  bench.send(7, 8, 20, 3);
  bench.run(22);
  bench.send(8, 1, 20, 4);
  bench.run();
  EXPECT_EQ(bench.arrival(2).last, asked + arbitration + 20 + 2 + 2);
  const Time gives_way = 20 + asked + 3 * (arbitration + 2) + 1;
  const Time last_link = gives_way + 1 + arbitration + 2 + arbitration;
  EXPECT_EQ(bench.arrival(4).last, last_link + 20 + 4 + 2 + 2 * 20U);
  EXPECT_TRUE(bench.idle());
}

// Messages of a node for different links; the second begins when the tail of the first has left.
TEST(HypercubeMessageSwitch, messages_of_a_node_leave_it_together_or_in_sequence) {
  const auto last_of = [](HypercubeTransport transport, HypercubeInjection injection) {
    HypercubeChipParameters parameters = SwitchBench::ticks(2, transport);
    parameters.injection = injection;
    SwitchBench bench(parameters);
    bench.send(0, 1, 100, 1);
    bench.send(0, 2, 20, 2);
    bench.run();
    EXPECT_TRUE(bench.idle());
    return bench.arrival(2).last;
  };
  for (const auto transport : {HypercubeTransport::datagram, HypercubeTransport::cut_through,
                               HypercubeTransport::wormhole}) {
    EXPECT_EQ(last_of(transport, HypercubeInjection::each_port), asked + arbitration + on_link(20));
    EXPECT_EQ(last_of(transport, HypercubeInjection::in_sequence),
              asked + arbitration + on_link(100) + arbitration + on_link(20));
  }
}

// 10 bytes come back, for which the far end arbitrates, before the next message asks for the link.
TEST(HypercubeMessageSwitch, an_acknowledgement_takes_a_unidirectional_link_as_a_message_does) {
  HypercubeChipParameters parameters = SwitchBench::ticks(1, HypercubeTransport::datagram);
  parameters.links = HypercubeLinks::unidirectional;
  parameters.acknowledgement_bytes = 10;
  SwitchBench bench(parameters);
  bench.send(0, 1, 100, 1);
  bench.send(1, 0, 100, 2);
  bench.run();
  const Time first = asked + arbitration + on_link(100);
  EXPECT_EQ(bench.arrival(1).last, first);
  EXPECT_EQ(bench.arrival(2).last, first + arbitration + 20 + arbitration + on_link(100));
}

// A circuit of three links ends with its acknowledgement, which passes two nodes on its way back,
// as the last byte of data did on its way forth; then node 0's next one gets the first link.
TEST(HypercubeMessageSwitch, a_circuit_is_acknowledged_over_all_its_unidirectional_links) {
  HypercubeChipParameters parameters = SwitchBench::ticks(3, HypercubeTransport::circuit);
  parameters.links = HypercubeLinks::unidirectional;
  parameters.acknowledgement_bytes = 10;
  SwitchBench bench(parameters);
  bench.send(0, 7, 100, 1);
  bench.send(0, 1, 20, 2);
  bench.run();
  const Time there = bench.arrival(1).last;
  EXPECT_EQ(there, asked + arbitration + 2 * (2 + arbitration) + 20 + 6 + 4 + 2 * 100);
  const Time free = there + arbitration + 4 + 20;
  EXPECT_EQ(bench.arrival(2).last, free + arbitration + 20 + 2 + 2 * 20);
}

// In an idle cube a message takes as long as on a bidirectional link; one in the other direction
// asks for the link when it is free.
TEST(HypercubeMessageSwitch, on_a_unidirectional_link_the_ends_take_turns) {
  HypercubeChipParameters parameters = SwitchBench::ticks(1, HypercubeTransport::datagram);
  parameters.links = HypercubeLinks::unidirectional;
  for (const bool backwards : {false, true}) {
    SwitchBench bench(parameters, backwards);
    for (const std::uint16_t type : {std::uint16_t{1}, std::uint16_t{3}}) {
      bench.send(0, 1, 100, type);
      bench.send(1, 0, 100, static_cast<std::uint16_t>(type + 1));
    }
    bench.run();
    const Time each = arbitration + on_link(100);
    for (std::uint16_t type = 1; type <= 4; ++type) {
      EXPECT_EQ(bench.arrival(type).last, asked + type * each) << type;
    }
  }
}

// Node 1 stores two messages for node 3, of 100 and 40 bytes, while it sends a long one there.
TEST(HypercubeMessageSwitch, counts_the_most_bytes_of_messages_in_transit_that_it_stores) {
  std::uint64_t with_own = 0;
  const auto stored = [&with_own](HypercubeTransport transport) {
    SwitchBench bench(2, transport);
    bench.send(1, 3, 1000);
    bench.send(0, 3, 100);
    bench.send(0, 3, 40);
    bench.run();
    EXPECT_EQ(bench.core(0).message_counters().most_stored, 0U);
    with_own = bench.core(1).message_counters().most_stored_with_own;
    return bench.core(1).message_counters().most_stored;
  };
  EXPECT_EQ(stored(HypercubeTransport::datagram), 2 * hypercube_header_bytes + 140);
  EXPECT_EQ(stored(HypercubeTransport::cut_through), 2 * hypercube_header_bytes + 140);
  EXPECT_EQ(with_own, 3 * hypercube_header_bytes + 1140);
  EXPECT_EQ(stored(HypercubeTransport::wormhole), 0U);
  EXPECT_EQ(stored(HypercubeTransport::circuit), 0U);
}

std::uint64_t random_traffic(SwitchBench& bench, unsigned nodes, Time gap = 150) {
  RandomStream random(1, "traffic");
  std::uint16_t sent = 0;
  for (Time round = 0; round < 20; ++round) {
    bench.run(1 + round * gap);
    for (unsigned from = 0; from < nodes; ++from) {
      const auto to = static_cast<unsigned>(random.below(nodes));
      const auto bytes = static_cast<unsigned>(random.exponential(60));
      if (to != from) bench.send(from, to, bytes, ++sent);
    }
  }
  bench.run();
  return sent;
}

// Circuits that take any way wait in a circle, as each keeps what it has.
TEST(HypercubeMessageSwitch, adaptive_circuits_deadlock_but_by_age) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::circuit);
  parameters.routing = HypercubeRouting::adaptive;
  SwitchBench standing(parameters);
  const std::uint64_t given = random_traffic(standing, 16, 40);
  EXPECT_LT(standing.arrivals().size(), given);
  EXPECT_FALSE(standing.idle());
  parameters.precedence = HypercubePrecedence::creation;
  SwitchBench by_age(parameters);
  const std::uint64_t sent = random_traffic(by_age, 16, 40);
  EXPECT_EQ(by_age.arrivals().size(), sent);
  EXPECT_TRUE(by_age.idle());
}

using Kind = std::tuple<HypercubeTransport, HypercubeArbitration, HypercubeLinks,
                        HypercubePrecedence, HypercubeRouting>;

class HypercubeMessageVariants : public testing::TestWithParam<Kind> {
 protected:
  static HypercubeChipParameters parameters() {
    HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::datagram);
    std::tie(parameters.transport, parameters.arbitration, parameters.links, parameters.precedence,
             parameters.routing) = GetParam();
    return parameters;
  }
};

void expect_every_byte(const HypercubeChipParameters& parameters) {
  SwitchBench forwards(parameters);
  SwitchBench backwards(parameters, true);
  const std::uint64_t sent = random_traffic(forwards, 16);
  random_traffic(backwards, 16);
  EXPECT_EQ(forwards.arrivals(), backwards.arrivals());
  EXPECT_EQ(forwards.arrivals().size(), sent);
  for (const CubeArrival& arrival : forwards.arrivals()) {
    EXPECT_EQ(arrival.bytes, cube_bytes(static_cast<unsigned>(arrival.bytes.size()), arrival.type));
    EXPECT_LE(arrival.first, arrival.last);
  }
  EXPECT_TRUE(forwards.idle());
  // no link carries two at a time, in one direction or in either
  const bool shared = parameters.links == HypercubeLinks::unidirectional;
  std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<Time, Time>>> by_link;
  for (const auto& one : forwards.carried()) {
    const unsigned end = shared ? one.node & ~(1u << one.port) : one.node;
    by_link[{end, one.port}].emplace_back(one.begin, one.end);
  }
  for (auto& [link, times] : by_link) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) EXPECT_LE(times[i - 1].second, times[i].first);
  }
}

TEST_P(HypercubeMessageVariants,
       deliver_every_byte_whatever_the_order_in_which_nodes_are_evaluated) {
  expect_every_byte(parameters());
}

TEST_P(HypercubeMessageVariants, deliver_every_byte_with_acknowledgements_and_by_any_link) {
  HypercubeChipParameters p = parameters();
  if (p.links == HypercubeLinks::unidirectional) p.acknowledgement_bytes = 10;
  p.adaptive_wait = HypercubeAdaptiveWait::any_link;
  expect_every_byte(p);
  p.injection = HypercubeInjection::in_sequence;
  expect_every_byte(p);
}

const auto all_arbitration =
    testing::Values(HypercubeArbitration::paid, HypercubeArbitration::hidden);
const auto all_links =
    testing::Values(HypercubeLinks::bidirectional, HypercubeLinks::unidirectional);
const auto all_precedence =
    testing::Values(HypercubePrecedence::arrival, HypercubePrecedence::creation);

INSTANTIATE_TEST_SUITE_P(
    Fixed, HypercubeMessageVariants,
    testing::Combine(testing::Values(HypercubeTransport::datagram, HypercubeTransport::cut_through,
                                     HypercubeTransport::wormhole, HypercubeTransport::circuit),
                     all_arbitration, all_links, all_precedence,
                     testing::Values(HypercubeRouting::fixed)));

INSTANTIATE_TEST_SUITE_P(Adaptive, HypercubeMessageVariants,
                         testing::Combine(testing::Values(HypercubeTransport::datagram,
                                                          HypercubeTransport::cut_through),
                                          all_arbitration, all_links, all_precedence,
                                          testing::Values(HypercubeRouting::adaptive)));

INSTANTIATE_TEST_SUITE_P(AdaptiveCircuits, HypercubeMessageVariants,
                         testing::Combine(testing::Values(HypercubeTransport::circuit),
                                          all_arbitration, all_links,
                                          testing::Values(HypercubePrecedence::creation),
                                          testing::Values(HypercubeRouting::adaptive)));

/// When byte k of a worm begins on each of its links, byte by byte, from when its header did: it
/// must be there, the link must have carried the byte before, and the stage behind it, of so many
/// bytes, must have let go of one.
std::vector<Time> tails_byte_by_byte(const std::vector<Time>& heads, std::uint64_t bytes,
                                     std::uint64_t stage) {
  std::vector<std::vector<Time>> begun{heads};  // by byte, on each link
  for (std::uint64_t k = 1; k < bytes; ++k) {
    std::vector<Time> now(heads.size());
    for (std::size_t link = 0; link < heads.size(); ++link) {
      now[link] = begun.back()[link] + 2;
      if (link > 0) now[link] = std::max(now[link], now[link - 1] + 2);
      if (link + 1 < heads.size() && k >= stage) {
        now[link] = std::max(now[link], begun[k - stage][link + 1]);
      }
    }
    begun.push_back(now);
  }
  std::vector<Time> tails = begun.back();
  for (Time& tail : tails) tail += 2;
  return tails;
}

class HypercubeWorms : public testing::TestWithParam<unsigned> {};

// Of short ones, which fit into two or three stages of 10 bytes, the first links are free before
// the header has the last.
TEST_P(HypercubeWorms, the_tail_of_a_wormhole_leaves_when_its_last_byte_does) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::wormhole);
  parameters.route_bytes = GetParam();
  SwitchBench bench(parameters);
  random_traffic(bench, 16, 40);
  // the links of each message in the order of its way; types are not seen there, lengths tell
  std::map<std::tuple<unsigned, unsigned, std::uint64_t>, std::vector<SwitchBench::Carried>> worms;
  for (const auto& one : bench.carried()) {
    worms[{one.source, one.destination, one.bytes}].push_back(one);
  }
  unsigned compared = 0;
  for (auto& [worm, links] : worms) {
    std::sort(links.begin(), links.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    const auto hops =
        static_cast<std::size_t>(std::popcount(std::get<0>(worm) ^ std::get<1>(worm)));
    if (links.size() != hops) continue;  // two messages of one pair and length
    std::vector<Time> heads;
    std::vector<Time> tails;
    for (const auto& link : links) {
      heads.push_back(link.begin);
      tails.push_back(link.end);
    }
    EXPECT_EQ(tails, tails_byte_by_byte(heads, std::get<2>(worm), GetParam()));
    ++compared;
  }
  EXPECT_GT(compared, 200U);
}

INSTANTIATE_TEST_SUITE_P(Stages, HypercubeWorms, testing::Values(1, 2, 4, 10));

// Asked 20 ticks after its header began on the link before, 4 ticks before it begins on the next.
TEST(HypercubeMessageSwitch, messages_can_go_on_with_all_of_their_header) {
  for (const auto transport : {HypercubeTransport::cut_through, HypercubeTransport::wormhole}) {
    HypercubeChipParameters parameters = SwitchBench::ticks(3, transport);
    parameters.route_bytes = hypercube_header_bytes;
    SwitchBench bench(parameters);
    bench.send(0, 7, 100, 5);
    bench.run();
    const Time last_link = asked + arbitration + 2 * (20 + arbitration);
    EXPECT_EQ(bench.arrival(5).first, last_link + on_link(16));
    EXPECT_EQ(bench.arrival(5).last, last_link + on_link(100));
  }
}

TEST(HypercubeMessageSwitch, refuses_what_is_no_message) {
  SwitchBench bench(2, HypercubeTransport::wormhole);
  EXPECT_THROW(bench.send(0, 0, 1), std::invalid_argument);
  EXPECT_THROW(bench.send(0, 4, 1), std::invalid_argument);
  EXPECT_THROW(bench.send(0, 1, 0), std::invalid_argument);
  EXPECT_THROW(SwitchBench(2, HypercubeTransport::packets), std::invalid_argument);
  HypercubeChipParameters adaptive = SwitchBench::ticks(2, HypercubeTransport::wormhole);
  adaptive.routing = HypercubeRouting::adaptive;
  EXPECT_THROW(SwitchBench{adaptive}, ParameterError);
}

}  // namespace
}  // namespace weft
