// Messages that are carried whole: datagrams, with cut-through, wormholes and circuits.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "hw/common/parameter_error.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

using namespace message_ticks;

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
