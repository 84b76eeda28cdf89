// Whole messages that choose their way.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

using namespace message_ticks;

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

}  // namespace
}  // namespace weft
