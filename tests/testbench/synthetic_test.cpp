// The workload of the contention study.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/process_messages.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/workloads/exchange_plan.hpp"
#include "testbench/workloads/synthetic.hpp"
#include "tests/support/run_for.hpp"
#include "tests/testbench/program_support.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

struct SyntheticMachine {
  SyntheticMachine(const std::string& keys, const char* name, const std::string& more = "",
                   const char* shape = "16x16")
      : platform(resolve(parse_netlist(
            fmt::format(
                "level: packet\nnetwork: {{topology: mesh, shape: {}, node_width: 4}}\n"
                "routing: {{addressing: processor}}\n"
                "defaults: {{c104: {{routing_latency: 0 ns}}, t9000: {{acknowledged_on: "
                "header}}}}\n"
                "run: {{for: 10 ms, warm_up: 200 us}}\n{}workload: {{type: synthetic, {}}}\n",
                shape, more, keys),
            "t.yaml"))),
        system(name, platform),
        workload(make_workload(system)) {}

  double value(const std::string& wanted, Time now) const {
    return value_of(workload->report(now), wanted);
  }

  Platform platform;
  System system;
  std::unique_ptr<Workload> workload;
};

// Thesis table 5.1, c = 30 us: 24.3, 28.5 and 33.3 messages per CPU and ms. Here from one short
// run.
TEST(Synthetic, meets_the_published_rates_at_30_us) {
  const SyntheticMachine loose("mode: loosely_synchronous, compute: 30 us", "loose");
  const SyntheticMachine blocking("mode: blocking, compute: 30 us", "blocking");
  const SyntheticMachine free_running("mode: non_blocking, compute: 30 us", "free");
  run_for(1100 * microsecond);
  EXPECT_NEAR(loose.value("messages per CPU", 1100 * microsecond), 24.3, 24.3 * 0.03);
  EXPECT_NEAR(blocking.value("messages per CPU", 1100 * microsecond), 28.5, 28.5 * 0.03);
  EXPECT_NEAR(free_running.value("messages per CPU", 1100 * microsecond), 33.3, 33.3 * 0.01);
  EXPECT_GT(free_running.value("CPU utilisation mean", 1100 * microsecond),
            96);  // but for the last period
  EXPECT_EQ(free_running.value("messages dropped", 1100 * microsecond), 0);
}

// Those that never wait keep the step in which they begin: nothing comes in just after 200 us, when
// all send again. Others send at any time.
TEST(Synthetic, processes_that_begin_together_and_never_wait_stay_in_step) {
  const SyntheticMachine together("mode: non_blocking, compute: 50 us", "together");
  const SyntheticMachine spread("mode: non_blocking, compute: 50 us, start: spread", "spread");
  run_for(203 * microsecond);
  EXPECT_EQ(together.value("messages per CPU", 203 * microsecond), 0);
  EXPECT_NEAR(spread.value("messages per CPU", 203 * microsecond), 20, 10);
  run_for(497 * microsecond);
  EXPECT_NEAR(together.value("messages per CPU", 700 * microsecond), 20, 0.1);
  EXPECT_NEAR(spread.value("messages per CPU", 700 * microsecond), 20, 0.5);
}

// Thesis 5.5.3.1: 530 messages a ms without contention, 290 throttled, at c = 0.
TEST(Synthetic, meets_the_published_rates_without_contention) {
  const SyntheticMachine free_links("mode: blocking, compute: 0 ns", "free", "contention: free\n");
  const SyntheticMachine throttled("mode: blocking, compute: 0 ns", "throttled",
                                   "contention: throttled\n");
  run_for(400 * microsecond);
  EXPECT_NEAR(free_links.value("messages per CPU", 400 * microsecond), 530, 530 * 0.03);
  EXPECT_NEAR(throttled.value("messages per CPU", 400 * microsecond), 290, 290 * 0.03);
}

// All run at the same pace in the long run, whatever their compute periods (thesis 5.3).
TEST(Synthetic, loosely_synchronous_processes_stay_together) {
  const SyntheticMachine machine(
      "mode: loosely_synchronous, compute: 5 us, distribution: exponential, messages: 1..3, "
      "processes: 2, message_bytes: 1..80",
      "machine", "", "4x4");
  run_for(5 * millisecond);
  EXPECT_GT(machine.value("messages per CPU", 5 * millisecond), 20);
  EXPECT_NEAR(machine.value("messages per CPU lowest", 5 * millisecond),
              machine.value("messages per CPU highest", 5 * millisecond),
              0.25 * machine.value("messages per CPU", 5 * millisecond));
}

// Thesis 5.4.1: messages that were sent completely. One takes 3.4 us at least.
TEST(Synthetic, a_message_that_was_handed_over_and_not_acknowledged_does_not_count) {
  const SyntheticMachine machine("mode: loosely_synchronous, compute: 210 us", "machine", "",
                                 "2x1");
  run_for(212 * microsecond);  // the warm-up took 200 us
  EXPECT_EQ(machine.value("messages", 212 * microsecond), 0);
  run_for(48 * microsecond);
  EXPECT_GE(machine.value("messages", 260 * microsecond), 2);
}

// The early message of one process and the message that it asks for by name come side by side, in
// one packet or in three.
TEST(Synthetic, loosely_synchronous_processes_go_on_with_messages_of_several_packets) {
  const SyntheticMachine machine("mode: loosely_synchronous, compute: 5 us, message_bytes: 1..80",
                                 "machine", "", "4x4");
  run_for(1 * millisecond);
  const double early = machine.value("messages", 1 * millisecond);
  EXPECT_GT(early, 16 * 20);
  run_for(1 * millisecond);
  EXPECT_GT(machine.value("messages", 2 * millisecond), 2 * early);
}

// Thesis 5.3.2: as many virtual channels as messages under way. With one, a message waits for the
// acknowledgement of the one before: headers take 600 ns there and back, and tails 3.5 us.
TEST(Synthetic, each_message_may_have_a_virtual_channel_of_its_own) {
  const SyntheticMachine shared("mode: non_blocking, compute: 200 ns, limit: 64", "shared",
                                "contention: free\n", "2x1");
  const SyntheticMachine own("mode: non_blocking, compute: 200 ns, limit: 64, channels: 0", "own",
                             "contention: free\n", "2x1");
  run_for(400 * microsecond);
  EXPECT_LT(shared.value("messages per CPU", 400 * microsecond), 1 / 600e-6);
  EXPECT_NEAR(own.value("messages per CPU", 400 * microsecond), 1 / 200e-6, 100);
}

// A data packet is queued at a time for each virtual channel, of which there are 15 here: a limit
// of 16 packets is never met. A message behind another one of its channel is no packet yet; its
// packet is queued with the acknowledgement of the one before, whatever the limit.
TEST(Synthetic, throttles_drop_what_they_do_not_let_pass) {
  const SyntheticMachine outstanding("mode: non_blocking, compute: 1 us, limit: 2", "outstanding",
                                     "", "4x4");
  const SyntheticMachine queue("mode: non_blocking, compute: 1 us, throttle: queue, limit: 2",
                               "queue", "", "4x4");
  const SyntheticMachine long_queue("mode: non_blocking, compute: 1 us, throttle: queue, limit: 16",
                                    "long_queue", "", "4x4");
  run_for(1 * millisecond);
  for (const SyntheticMachine* machine : {&outstanding, &queue}) {
    EXPECT_GT(machine->value("messages dropped", 1 * millisecond), 1000);
    EXPECT_GT(machine->value("messages per CPU", 1 * millisecond), 50);
  }
  EXPECT_EQ(long_queue.value("messages dropped", 1 * millisecond), 0);
  for (const Process& process : outstanding.workload->processes()) {
    EXPECT_LE(process.outstanding(), 2U) << process.name();
  }
}

TEST(ExchangePlan, senders_are_those_who_chose_a_process) {
  unsigned drawn = 0;
  ExchangePlan plan(3, [&drawn](std::size_t process) {
    ++drawn;
    return std::vector<std::uint32_t>{static_cast<std::uint32_t>((process + 1) % 3), 0};
  });
  const ExchangePlan::Iteration& first = plan.at(0);
  EXPECT_EQ(first.senders[0], (std::vector<std::uint32_t>{0, 1, 2, 2}));
  EXPECT_EQ(first.senders[1], (std::vector<std::uint32_t>{0}));
  plan.at(1);
  EXPECT_EQ(drawn, 6U);
  for (int process = 0; process < 3; ++process) plan.leave(0);
  EXPECT_EQ(plan.at(1).senders[2], (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(drawn, 6U);
}

Program send_three(Process& self, Socket a, Socket b) {
  co_await self.send(a, 10);
  co_await self.sleep(20 * microsecond);
  self.post(b, 20);
  self.post(b, 30);
}

Program receive_three(Process& self, Socket a, Socket b, std::vector<Time>& done) {
  const std::vector<Socket> sockets{b, a, b};
  co_await self.receive_each(sockets);
  done.push_back(self.now());
}

TEST(ReceiveEach, waits_for_one_message_of_each_socket_at_a_time) {
  TwoProcessors machine;
  const auto [a, to_a] = machine.sockets().connect(0, 1);
  const auto [b, to_b] = machine.sockets().connect(0, 1);
  std::vector<Time> done;
  machine.processes().start("sender", machine.left(), send_three, a, b);
  machine.processes().start("receiver", machine.right(), receive_three, to_a, to_b, std::ref(done));
  TwoProcessors::run(15 * microsecond);
  EXPECT_EQ(machine.left().counters().messages_sent, 1U);  // acknowledged before those of b came
  EXPECT_TRUE(done.empty());
  TwoProcessors::run(70 * microsecond);
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(machine.left().counters().messages_sent, 3U);
}

Program receive_whatever(Process& self, std::vector<unsigned>& bytes) {
  for (;;) bytes.push_back((co_await self.receive_any()).bytes);
}

Program receive_late(Process& self, Socket socket, std::vector<unsigned>& bytes) {
  co_await self.sleep(35 * microsecond);  // the first packets of its message are in
  bytes.push_back((co_await self.receive(socket)).bytes);
}

Program send_one(Process& self, Socket socket) {
  co_await self.sleep(20 * microsecond);
  self.post(socket, 320);
}

TEST(ReceiveAny, gives_a_message_up_to_who_asks_for_its_channel) {
  TwoProcessors machine;
  const auto [a, to_a] = machine.sockets().connect(0, 1);
  std::vector<unsigned> any;
  std::vector<unsigned> named;
  machine.processes().start("sender", machine.left(), send_one, a);
  machine.processes().start("any", machine.right(), receive_whatever, std::ref(any));
  machine.processes().start("named", machine.right(), receive_late, to_a, std::ref(named));
  TwoProcessors::run(100 * microsecond);
  EXPECT_EQ(named, (std::vector<unsigned>{320}));
  EXPECT_TRUE(any.empty());
}

}  // namespace
}  // namespace weft::test
