// Links that die in a run.
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "hw/c104/c104_core.hpp"
#include "platforms/components/processors.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

using Times = std::vector<Time>;

Program send_at(Process& self, Socket socket, Time at, unsigned bytes) {
  co_await self.sleep_until(at);
  co_await self.send(socket, bytes);
}

Program send_always(Process& self, Socket socket, unsigned bytes) {
  for (;;) co_await self.send(socket, bytes);
}

Program post_always(Process& self, Socket socket, Time interval) {
  for (;;) {
    self.post(socket, 32);
    co_await self.sleep(interval);
  }
}

Program receive_always(Process& self, Socket socket, Times& times, unsigned bytes) {
  for (;;) {
    const ReceivedMessage message = co_await self.receive(socket);
    EXPECT_EQ(message.bytes, bytes);
    times.push_back(self.now());
  }
}

/// Every processor sends to every other at each of `begins`; when the messages came in.
void exchange(ProgramMachine& machine, const Times& begins, std::deque<Times>& received) {
  for (std::size_t i = 0; i < machine.count(); ++i) {
    for (std::size_t to = 0; to < machine.count(); ++to) {
      if (to == i) continue;
      for (const Time begin : begins) {
        machine.start(i, fmt::format("to{}at{}", to, begin), send_at, machine.sockets->to(i, to),
                      begin, 32U);
      }
      machine.start(i, fmt::format("from{}", to), receive_always, machine.sockets->to(i, to),
                    std::ref(received.emplace_back()), 32U);
    }
  }
}

const std::string wide_mesh = "network: {topology: mesh, shape: 3x3, width: 2, node_width: 2}\n";

// One link of each fat link between two routers and at each processor.
std::string half_of_all_links(const std::string& at) {
  const Platform whole = resolve(parse_netlist(wide_mesh, "t.yaml"));
  std::string faults = "faults:\n";
  for (std::size_t i = 0; i < whole.links.size(); i += 2) {
    const LinkEnd& end = whole.links[i].from;
    faults += fmt::format("  - {{link: '{}.link{}'{}}}\n", whole.components[end.component].name,
                          end.port, at);
  }
  return faults;
}

TEST(Faults, links_dead_from_the_start_never_start_and_the_others_carry_all) {
  ProgramMachine machine(wide_mesh + half_of_all_links(""), "token");
  std::deque<Times> received;
  exchange(machine, {0}, received);
  run_for(500 * microsecond);
  ASSERT_EQ(received.size(), 72U);
  for (const Times& times : received) EXPECT_EQ(times.size(), 1U);
  const auto& probes = machine.system.link_probes();
  for (std::size_t i = 0; i < probes.size(); ++i) {
    EXPECT_EQ(probes[i].core->started(), i % 4 >= 2) << probes[i].name();
  }
}

// With a link of its own for each channel what a T9000 has for a dead one would wait for ever.
TEST(Faults, hunt_groups_go_on_without_a_link_that_died) {
  ProgramMachine machine(wide_mesh + half_of_all_links(", at: 500 us") +
                             "defaults: {t9000: {link_choice: any_free}}\nrun: {for: 1 s}\n",
                         "token");
  std::deque<Times> received;
  exchange(machine, {0, 600 * microsecond}, received);
  run_for(1200 * microsecond);
  for (const Times& times : received) EXPECT_EQ(times.size(), 2U);
  EXPECT_EQ(machine.system.link_probes()[0].core->error_flag(), LinkError::disconnect);
  EXPECT_EQ(machine.system.link_probes()[2].core->error_flag(), LinkError::none);
}

TEST(Faults, happen_alike_at_both_levels_in_the_midst_of_traffic) {
  const std::string platform =
      wide_mesh + half_of_all_links(", at: 40010 ns") + "run: {for: 1 s}\n";
  ProgramMachine signal(platform, "signal");
  ProgramMachine token(platform, "token");
  std::deque<Times> at_signal;
  std::deque<Times> at_token;
  const Times begins{0, 30 * microsecond, 35 * microsecond, 60 * microsecond};
  exchange(signal, begins, at_signal);
  exchange(token, begins, at_token);
  run_for(400 * microsecond);
  EXPECT_EQ(at_signal, at_token);
  std::uint64_t lost = 0;
  std::uint64_t cut = 0;
  for (const auto& [component, router] : token.system.all<C104Core>()) {
    EXPECT_EQ(router->counters().packets_lost,
              signal.system.find<C104Core>(component)->counters().packets_lost);
    lost += router->counters().packets_lost;
  }
  for (std::size_t i = 0; i < token.count(); ++i) {
    EXPECT_EQ(processor_of(token.system, i).counters().packets_cut,
              processor_of(signal.system, i).counters().packets_cut);
    cut += processor_of(token.system, i).counters().packets_cut;
  }
  EXPECT_GT(lost + cut, 0U) << "otherwise nothing has been tried";
}

const std::string ring_of_four =
    "network: {topology: ring, nodes: 4}\n"
    "routing: {algorithm: up_down, rewrite_after: 7 us}\n"
    "faults: [{link: 'node[0].router.link0', at: 100 us}]\n"
    "run: {for: 1 s}\n";

TEST(Faults, up_down_gets_new_tables_and_goes_the_other_way) {
  ProgramMachine machine(ring_of_four, "token");
  std::deque<Times> received;
  exchange(machine, {0, 120 * microsecond}, received);
  run_for(300 * microsecond);
  for (const Times& times : received) EXPECT_EQ(times.size(), 2U);
}

TEST(Faults, between_a_fault_and_new_tables_packets_for_the_dead_link_are_lost) {
  ProgramMachine machine(ring_of_four, "token");
  std::deque<Times> received;
  exchange(machine, {103 * microsecond}, received);
  run_for(300 * microsecond);
  std::size_t lost = 0;
  for (const Times& times : received) lost += 1 - times.size();
  EXPECT_GT(lost, 0U);
  EXPECT_LT(lost, received.size());
}

TEST(Faults, new_tables_hold_from_the_same_header_on_at_both_levels) {
  ProgramMachine signal(ring_of_four, "signal");
  ProgramMachine token(ring_of_four, "token");
  std::deque<Times> at_signal;
  std::deque<Times> at_token;
  Times begins;  // headers come to the routers before, at and after 107 us
  for (Time at = 105 * microsecond; at < 108 * microsecond; at += 97 * nanosecond) {
    begins.push_back(at);
  }
  exchange(signal, begins, at_signal);
  exchange(token, begins, at_token);
  run_for(400 * microsecond);
  EXPECT_EQ(at_signal, at_token);
}

TEST(Faults, a_packet_that_was_cut_is_no_message) {
  // messages of one packet follow each other; each pair is cut at another bit of them
  std::deque<ProgramMachine> pairs;
  std::deque<Times> received;
  std::string components, links, faults;
  for (unsigned n = 0; n < 12; ++n) {
    components += fmt::format("  a{0}: {{type: t9000}}\n  b{0}: {{type: t9000}}\n", n);
    links += fmt::format("  - {{from: a{0}.link0, to: b{0}.link0}}\n", n);
    faults += fmt::format("  - {{link: a{}.link0, at: {} ns}}\n", n, 40'000 + 317 * n);
  }
  ProgramMachine machine("components:\n" + components + "links:\n" + links + "faults:\n" + faults,
                         "token");
  for (std::size_t n = 0; n < 12; ++n) {
    machine.start(2 * n, "s", send_always, machine.sockets->to(2 * n, 2 * n + 1), 32U);
    machine.start(2 * n + 1, "r", receive_always, machine.sockets->to(2 * n + 1, 2 * n),
                  std::ref(received.emplace_back()), 32U);
  }
  run_for(100 * microsecond);
  std::uint64_t cut = 0;
  for (std::size_t n = 0; n < 12; ++n) {
    EXPECT_GT(received[n].size(), 5U);
    cut += processor_of(machine.system, 2 * n + 1).counters().packets_cut;
  }
  EXPECT_GT(cut, 6U);
}

const std::string star =
    "components:\n"
    "  a: {type: t9000}\n  b: {type: t9000}\n  c: {type: t9000}\n"
    "  hub: {type: c104, intervals: [{to: 3, links: link0}, {to: 6, links: link1},"
    " {to: 9, links: link2}]}\n"
    "links: [{from: a.link0, to: hub.link0}, {from: b.link0, to: hub.link1},"
    " {from: c.link0, to: hub.link2}]\n"
    "run: {for: 1 s}\n"
    "faults: [{link: c.link0, at: 50 us}]\n";

/// Messages that `b` received while `a` posts to both; `c` is cut off at 50 us.
std::size_t received_beside_a_dead_link(const std::string& yaml, std::string& told) {
  ProgramMachine machine(yaml, "token");
  Times at_b, at_c;
  machine.start(0, "to_b", post_always, machine.sockets->to(0, 1), 10 * microsecond);
  for (unsigned n = 0; n < 8; ++n) {
    // channels of their own would need other headers: one channel, one packet at a time
    machine.start(0, fmt::format("to_c{}", n), post_always, machine.sockets->to(0, 2),
                  10 * microsecond);
  }
  machine.start(1, "c_too", post_always, machine.sockets->to(1, 2), 10 * microsecond);
  machine.start(1, "r", receive_always, machine.sockets->to(1, 0), std::ref(at_b), 32U);
  machine.start(2, "r", receive_always, machine.sockets->to(2, 0), std::ref(at_c), 32U);
  TransputerWatchdog watchdog(machine.system, &machine.processes, 100 * microsecond);
  for (unsigned n = 0; n < 10 && told.empty(); ++n) {
    run_for(100 * microsecond);
    told = watchdog.look(watchdog.next_look());
  }
  EXPECT_GT(at_c.size(), 2U) << "before the cut";
  return at_b.size();
}

TEST(Faults, a_link_in_error_is_localized) {
  std::string told;
  EXPECT_GT(received_beside_a_dead_link(star, told), 90U);
  EXPECT_EQ(told, "");
}

TEST(Faults, without_localize_error_packets_wait_for_the_link) {
  std::string told;
  const std::size_t received =
      received_beside_a_dead_link("defaults: {c104: {localize_error: false}}\n" + star, told);
  EXPECT_LT(received, 90U);
  EXPECT_NE(told.find("which is down"), std::string::npos) << told;
}

}  // namespace
}  // namespace weft::test
