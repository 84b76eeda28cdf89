// What the watchdog tells from what.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hw/c104/c104_core.hpp"
#include "platforms/components/processors.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/ring_platform.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

constexpr Time period = 100 * microsecond;

Program send_once(Process& self, Socket socket, unsigned bytes) {
  co_await self.send(socket, bytes);
}

Program send_always(Process& self, Socket socket, unsigned bytes) {
  for (;;) co_await self.send(socket, bytes);
}

Program receive_always(Process& self, Socket socket) {
  for (;;) co_await self.receive(socket);
}

Program compute_then_receive(Process& self, Socket socket, Time duration) {
  co_await self.compute(duration);
  co_await self.receive(socket);
}

/// What the first `looks` looks told, joined.
std::string look(Watchdog& watchdog, unsigned looks) {
  std::string told;
  for (unsigned n = 0; n < looks && told.empty(); ++n) {
    run_for(watchdog.next_look() - sc_core::sc_time_stamp().value());
    told = watchdog.look(sc_core::sc_time_stamp().value());
  }
  return told;
}

TEST(Watchdog, reports_a_ring_that_deadlocks_alike_at_both_levels) {
  ProgramMachine signal(ring_platform(), "signal");
  ProgramMachine token(ring_platform(), "token");
  for (ProgramMachine* machine : {&signal, &token}) {
    for (std::size_t i = 0; i < 4; ++i) {
      machine->start(i, "sender", send_once, machine->sockets->to(i, (i + 2) % 4), 512U);
      machine->start(i, "receiver", receive_always, machine->sockets->to(i, (i + 2) % 4));
    }
  }
  TransputerWatchdog of_signal(signal.system, &signal.processes, period);
  TransputerWatchdog of_token(token.system, &token.processes, period);
  run_for(period);
  EXPECT_EQ(of_signal.look(period), "");
  EXPECT_EQ(of_token.look(period), "");
  run_for(period);
  const std::string told = of_signal.look(2 * period);
  EXPECT_EQ(told,
            "deadlock at 200 us: 4 packets stand still\n"
            "  r1.link2 (header 8, to p2) waits for r1.link1, held by link0 (header 13, to p3)\n"
            "  r2.link2 (header 13, to p3) waits for r2.link1, held by link0 (header 2, to p0)\n"
            "  r3.link2 (header 2, to p0) waits for r3.link1, held by link0 (header 7, to p1)\n"
            "  r0.link2 (header 7, to p1) waits for r0.link1, held by link0 (header 8, to p2)");
  EXPECT_EQ(of_token.look(2 * period), told);
}

TEST(Watchdog, is_silent_about_a_hot_spot_that_is_slow) {
  ProgramMachine mesh("network: {topology: mesh, shape: 4x4}\n", "token");
  for (std::size_t i = 1; i < mesh.count(); ++i) {
    mesh.start(i, "sender", send_always, mesh.sockets->to(i, 0), 256U);
    mesh.start(0, fmt::format("from{}", i), receive_always, mesh.sockets->to(0, i));
  }
  TransputerWatchdog watchdog(mesh.system, &mesh.processes, 20 * microsecond);
  EXPECT_EQ(look(watchdog, 100), "");
  EXPECT_GT(processor_of(mesh.system, 0).counters().messages_received, 50U);
  std::uint64_t waits = 0;
  for (const auto& [component, router] : mesh.system.all<C104Core>())
    waits += router->counters().waits;
  EXPECT_GT(waits, 1000U) << "it is saturated";
}

const std::string pair =
    "components: {a: {type: t9000}, b: {type: t9000}}\nlinks: [{from: a.link0, to: b.link0}]\n";

TEST(Watchdog, is_silent_about_a_receiver_that_computes_for_long) {
  ProgramMachine two(pair, "token");
  two.start(0, "sender", send_once, two.sockets->to(0, 1), 32U);
  two.start(1, "receiver", compute_then_receive, two.sockets->to(1, 0), 10 * millisecond);
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  EXPECT_EQ(look(watchdog, 120), "");
  EXPECT_EQ(processor_of(two.system, 1).counters().messages_received, 1U);
}

TEST(Watchdog, is_silent_about_a_server_whose_clients_have_finished) {
  ProgramMachine two(pair, "token");
  two.start(0, "sender", send_once, two.sockets->to(0, 1), 32U);
  two.start(1, "server", receive_always, two.sockets->to(1, 0));
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  EXPECT_EQ(look(watchdog, 10), "");
}

TEST(Watchdog, names_programs_that_wait_for_each_other) {
  ProgramMachine two(pair, "token");
  two.start(0, "x", receive_always, two.sockets->to(0, 1));
  two.start(1, "y", receive_always, two.sockets->to(1, 0));
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  EXPECT_EQ(look(watchdog, 10),
            "standstill at 200 us: no message has moved since 100 us, and no program computes or "
            "sleeps\n  a/x waits for a message from b\n  b/y waits for a message from a");
}

TEST(Watchdog, names_a_sender_to_whom_nobody_listens) {
  ProgramMachine two(pair, "token");
  two.start(0, "x", send_once, two.sockets->to(0, 1), 32U);
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  EXPECT_EQ(look(watchdog, 10),
            "standstill at 200 us: no message has moved since 100 us, and no program computes or "
            "sleeps\n  a/x waits until its message to b is received");
}

Program wait_twice(Process& self, Semaphore& semaphore) {
  co_await self.wait(semaphore);
  co_await self.wait(semaphore);
}

Program choose(Process& self, Socket socket, EventChannel& event) {
  co_await self.alt(socket, event, Guard::when(false, socket));
}

Program choose_nothing(Process& self) { co_await self.alt(); }

Program wait_for_client(Process& self, Resource& resource) { co_await self.grant(resource); }

Program start_branch(Process& self, Socket socket) {
  const Branch one(receive_always, socket);
  co_await self.par(one);
}

TEST(Watchdog, names_what_programs_wait_for_as_in_occam) {
  ProgramMachine two(pair, "token");
  const auto here = [&two](std::size_t at) -> T9000Core& { return two.sockets->core(at); };
  Semaphore semaphore("printer", here(0).processor(), 1);
  EventChannel event("pin", here(0));
  Resource resource("server", here(1));
  two.start(0, "s", wait_twice, std::ref(semaphore));
  two.start(0, "c", choose, two.sockets->to(0, 1), std::ref(event));
  two.start(0, "n", choose_nothing);
  two.start(1, "r", wait_for_client, std::ref(resource));
  two.start(1, "p", start_branch, two.sockets->to(1, 0));
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  EXPECT_EQ(look(watchdog, 10),
            "standstill at 200 us: no message has moved since 100 us, and no program computes or "
            "sleeps\n  a/s waits for semaphore 'printer'"
            "\n  a/c waits for a message from b or event 'pin'"
            "\n  a/n waits for ever: no guard of its alternative holds"
            "\n  b/r waits for resource 'server'"
            "\n  b/p.0 waits for a message from a");
}

// Each sends two places on, around a ring that is routed one way.
void start_ring(ProgramMachine& ring) {
  for (std::size_t i = 0; i < 4; ++i) {
    ring.start(i, "sender", send_once, ring.sockets->to(i, (i + 2) % 4), 512U);
    ring.start(i, "receiver", receive_always, ring.sockets->to(i, (i + 2) % 4));
  }
}

std::string told_of_ring(const std::string& level) {
  ProgramMachine ring(ring_platform(), level);
  start_ring(ring);
  TransputerWatchdog watchdog(ring.system, &ring.processes, period);
  return look(watchdog, 10);
}

TEST(Watchdog, reports_a_ring_that_deadlocks_by_packets_that_wait_for_room) {
  EXPECT_EQ(told_of_ring("packet"),
            "deadlock at 200 us: 4 packets stand still\n"
            "  r1.link2 (header 8, to p2) waits for r1.link1 and for room at r2.link2\n"
            "  r2.link2 (header 13, to p3) waits for r2.link1 and for room at r3.link2\n"
            "  r3.link2 (header 2, to p0) waits for r3.link1 and for room at r0.link2\n"
            "  r0.link2 (header 7, to p1) waits for r0.link1 and for room at r1.link2");
}

TEST(Watchdog, reports_a_ring_that_deadlocks_in_streams_and_in_rtl_as_in_tokens) {
  const std::string told =
      "deadlock at 200 us: 4 packets stand still\n"
      "  r1.link2 (header 8, to p2) waits for r1.link1, held by link0 (header 13, to p3)\n"
      "  r2.link2 (header 13, to p3) waits for r2.link1, held by link0 (header 2, to p0)\n"
      "  r3.link2 (header 2, to p0) waits for r3.link1, held by link0 (header 7, to p1)\n"
      "  r0.link2 (header 7, to p1) waits for r0.link1, held by link0 (header 8, to p2)";
  ProgramMachine stream(ring_platform(), "stream");
  ProgramMachine rtl(ring_platform(), "rtl");
  start_ring(stream);
  start_ring(rtl);
  TransputerWatchdog of_stream(stream.system, &stream.processes, period);
  TransputerWatchdog of_rtl(rtl.system, &rtl.processes, period);
  run_for(period);
  EXPECT_EQ(of_stream.look(period), "");
  EXPECT_EQ(of_rtl.look(period), "");
  run_for(period);
  EXPECT_EQ(of_stream.look(2 * period), told);
  EXPECT_EQ(of_rtl.look(2 * period), told);
}

// A packet for which a period is not long enough: on a link, or while it is routed.
struct LongWay {
  std::string yaml;
  std::string level;
  unsigned bytes;
};

class LongWays : public testing::TestWithParam<LongWay> {};

const std::string through_a_switch =
    "components:\n  a: {type: t9000}\n  b: {type: t9000}\n"
    "  s: {type: c104, intervals: [{to: 2, links: link0}, {to: 4, links: link1}]}\n"
    "links: [{from: a.link0, to: s.link0}, {from: b.link0, to: s.link1}]\n";
const std::string long_packets = "defaults: {t9000: {packet_bytes: 4096}}\n";
const std::string slow_switch = "defaults: {c104: {routing_latency: 1 ms}}\n";

INSTANTIATE_TEST_SUITE_P(Levels, LongWays,
                         testing::Values(LongWay{pair + long_packets, "packet", 4096},
                                         LongWay{pair + long_packets, "stream", 4096},
                                         LongWay{through_a_switch + long_packets, "packet", 4096},
                                         LongWay{through_a_switch + long_packets, "stream", 4096},
                                         LongWay{through_a_switch + slow_switch, "packet", 32},
                                         LongWay{through_a_switch + slow_switch, "stream", 32},
                                         LongWay{through_a_switch + slow_switch, "token", 32},
                                         LongWay{through_a_switch + slow_switch, "signal", 32},
                                         LongWay{through_a_switch + slow_switch, "rtl", 32}),
                         [](const auto& one) {
                           return fmt::format("{}_{}", one.param.level, one.index);
                         });

TEST_P(LongWays, are_no_standstill) {
  ProgramMachine two(GetParam().yaml, GetParam().level);
  two.start(0, "sender", send_always, two.sockets->to(0, 1), GetParam().bytes);
  two.start(1, "receiver", receive_always, two.sockets->to(1, 0));
  TransputerWatchdog watchdog(two.system, &two.processes, 20 * microsecond);
  EXPECT_EQ(look(watchdog, 150), "");
  EXPECT_GT(processor_of(two.system, 1).counters().messages_received, 0U);
}

// 20 looks that come at 100 us each would see 2 ms.
TEST(Watchdog, looks_ever_more_rarely_where_nothing_can_happen) {
  ProgramMachine idle(ring_platform(), "token");
  TransputerWatchdog watchdog(idle.system, &idle.processes, period);
  EXPECT_EQ(look(watchdog, 20), "");
  EXPECT_GT(sc_core::sc_time_stamp().value(), second);
}

/// Counts what it is asked.
class CountingWatch final : public Watch {
 public:
  CountingWatch(unsigned& looks, unsigned& again) : looks_(&looks), again_(&again) {}
  std::string look(Time) override {
    ++*looks_;
    return {};
  }
  std::string look_again(Time) override {
    ++*again_;
    return {};
  }

 private:
  unsigned* looks_;
  unsigned* again_;
};

TEST(Watchdog, asks_a_network_that_idles_twice_what_it_does) {
  ProgramMachine machine(ring_platform(), "token");
  unsigned looks = 0;
  unsigned again = 0;
  Watchdog watchdog(machine.system, period);
  watchdog.add(std::make_unique<CountingWatch>(looks, again));
  while (sc_core::sc_time_stamp() < sc_core::sc_time(1, sc_core::SC_SEC)) look(watchdog, 1);
  EXPECT_EQ(looks, 2U);
  EXPECT_GT(again, 10U);
}

TEST(Watchdog, looks_at_the_end_of_a_run_that_is_no_multiple_of_its_period) {
  ProgramMachine ring(ring_platform(), "token");
  start_ring(ring);
  TransputerWatchdog watchdog(ring.system, &ring.processes, period);
  run_for(period);
  EXPECT_EQ(watchdog.look(period), "");
  EXPECT_EQ(watchdog.look_at_end(period), "") << "too early";
  run_for(period / 2);
  EXPECT_EQ(watchdog.look_at_end(3 * period / 2).rfind("deadlock at 150 us", 0), 0U);
}

}  // namespace
}  // namespace weft::test
