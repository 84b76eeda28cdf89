// What occam has: processes and their priorities, semaphores, PAR and PRI PAR.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/testbench/program_occam_support.hpp"

namespace weft::test {
namespace {

Program note_after(Process& self, Socket socket, Times& times) {
  co_await self.receive(socket);
  times.push_back(self.now());
  co_await self.compute(3 * microsecond);
  times.push_back(self.now());
}

struct Preempted {
  Times receiver;
  Times busy;
};

// A message comes in at about 10 us for a process, while one of low priority computes until 50 us.
Preempted receive_beside(const T9000Parameters& parameters, Priority priority) {
  TwoProcessors two(parameters);
  const auto [out, in] = two.sockets().connect(0, 1);
  Preempted times;
  Times sent;
  two.processes().start("a", two.left(), send_from, out, 10 * microsecond, 1U, std::ref(sent));
  two.processes().start(priority, "receiver", two.right(), note_after, in,
                        std::ref(times.receiver));
  two.processes().start("busy", two.right(), compute_and_note, 50 * microsecond,
                        std::ref(times.busy));
  two.run(100 * microsecond);
  return times;
}

TEST(ProgramPriority, a_process_of_high_priority_goes_on_when_its_message_is_there) {
  const Preempted times = receive_beside(turns(), Priority::high);
  ASSERT_EQ(times.receiver.size(), 2U);
  EXPECT_LT(times.receiver[0], 11 * microsecond);
  EXPECT_EQ(times.receiver[1], times.receiver[0] + 3 * microsecond);
  EXPECT_EQ(times.busy, Times{53 * microsecond});
}

TEST(ProgramPriority, one_of_low_priority_takes_its_turn) {
  const Preempted times = receive_beside(turns(), Priority::low);
  EXPECT_EQ(times.receiver, (Times{50 * microsecond, 53 * microsecond}));
  EXPECT_EQ(times.busy, Times{50 * microsecond});
}

TEST(ProgramPriority, where_computations_are_scheduled_only_computing_waits) {
  const Preempted times = receive_beside({}, Priority::low);
  ASSERT_EQ(times.receiver.size(), 2U);
  EXPECT_LT(times.receiver[0], 11 * microsecond);
  EXPECT_EQ(times.receiver[1], 53 * microsecond);
}

TEST(ProgramPriority, interrupting_and_taking_up_take_their_times) {
  T9000Parameters parameters = turns();
  parameters.switch_time = 80 * nanosecond;
  parameters.interrupt_time = 300 * nanosecond;
  const Preempted paid = receive_beside(parameters, Priority::high);
  ASSERT_EQ(paid.receiver.size(), 2U);
  // its sender is taken up, and the message interrupts
  EXPECT_GT(paid.receiver[0], 10 * microsecond + (80 + 300) * nanosecond);
  EXPECT_LT(paid.receiver[0], 11 * microsecond + (80 + 300) * nanosecond);
  EXPECT_EQ(paid.receiver[1], paid.receiver[0] + 3 * microsecond);
  // the receiver is taken up before, then it; it is interrupted, and taken up again
  EXPECT_EQ(paid.busy, Times{53 * microsecond + (80 + 80 + 300 + 80) * nanosecond});
}

// Who comes second to a channel copies, and keeps the processor.
TEST(ProgramPriority, a_local_message_does_not_stop_who_comes_second) {
  TwoProcessors two(turns());
  const auto [out, in] = two.sockets().connect(0, 0);
  Times received;
  Times sent;
  two.processes().start("receiver", two.left(), note_after, in, std::ref(received));
  two.processes().start(
      "sender", two.left(),
      [](Process& self, Socket socket, Times& times) -> Program {
        co_await self.compute(1 * microsecond);
        co_await self.send(socket, 8);
        co_await self.compute(5 * microsecond);
        times.push_back(self.now());
      },
      out, std::ref(sent));
  two.run(100 * microsecond);
  EXPECT_EQ(sent, Times{6 * microsecond});
  EXPECT_EQ(received, (Times{6 * microsecond, 9 * microsecond}));
}

TEST_P(ProgramOccam, posted_messages_to_who_waits_for_them_are_received_in_order) {
  TwoProcessors two(parameters());
  const auto [out, in] = two.sockets().connect(0, 0);
  std::vector<unsigned> lengths;
  two.processes().start(
      "receiver", two.left(),
      [](Process& self, Socket socket, std::vector<unsigned>& received) -> Program {
        for (unsigned i = 0; i < 6; ++i) {
          const ReceivedMessage message = co_await self.receive(socket);
          received.push_back(message.bytes);
        }
      },
      in, std::ref(lengths));
  two.processes().start(
      "sender", two.left(),
      [](Process& self, Socket socket) -> Program {
        for (unsigned i = 0; i < 6; i += 3) {
          self.post(socket, i);
          self.post(socket, i + 1);
          const PendingSend last = self.post(socket, i + 2);
          co_await last;
          EXPECT_EQ(self.outstanding(), 0U);
        }
      },
      out);
  two.run(10 * microsecond);
  EXPECT_EQ(lengths, (std::vector{0U, 1U, 2U, 3U, 4U, 5U}));
}

// --- semaphores

TEST_P(ProgramOccam, semaphores_let_processes_in_in_their_order) {
  TwoProcessors two(parameters());
  Semaphore semaphore("printer", two.left().processor(), 1);
  Times a;
  Times b;
  two.processes().start("a", two.left(), work_alone, std::ref(semaphore), std::ref(a));
  two.processes().start("b", two.left(), work_alone, std::ref(semaphore), std::ref(b));
  two.run(100 * microsecond);
  // at 10 us b has it; with turns it goes on when a has computed
  const Time turn = GetParam() == Scheduling::processes ? microsecond : 0;
  EXPECT_EQ(a[0], 10 * microsecond);
  EXPECT_EQ(b[0], 20 * microsecond + turn);
  EXPECT_EQ(a[1], 30 * microsecond + 2 * turn);
  EXPECT_EQ(b[1], 40 * microsecond + 3 * turn);
  EXPECT_EQ(semaphore.count(), 1U);
}

// --- PAR

struct BranchRun {
  std::vector<std::string> ended;
  Times times;
};

BranchRun run_par(T9000Parameters parameters, bool first_high) {
  int alive = 0;
  BranchRun result;
  parameters.time_slice = 1 * microsecond;
  TwoProcessors two(parameters);
  const Process& outer =
      two.processes().start("x", two.left(), run_branches, std::ref(alive), first_high,
                            std::ref(result.ended), std::ref(result.times));
  two.run(100 * microsecond);
  EXPECT_TRUE(outer.finished());
  EXPECT_EQ(alive, 0);
  return result;
}

TEST_P(ProgramOccam, branches_of_a_par_share_the_processor_and_all_end) {
  const BranchRun run = run_par(parameters(), false);
  EXPECT_EQ(run.ended, (std::vector<std::string>{"x.1", "x.0", "x.0"}));
  EXPECT_EQ(run.times, (Times{25 * microsecond, 26 * microsecond}));
}

TEST_P(ProgramOccam, the_first_of_a_pri_par_goes_first) {
  const BranchRun run = run_par(parameters(), true);
  EXPECT_EQ(run.ended, (std::vector<std::string>{"x.0", "x.1", "x.0"}));
  EXPECT_EQ(run.times, (Times{25 * microsecond, 26 * microsecond}));
}

TEST(ProgramPar, a_branch_has_ended_when_what_it_posted_is_received) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  static constexpr auto posting = [](Process& self, Socket socket) -> Program {
    self.post(socket, 8);
    co_return;
  };
  Times ended;
  two.processes().start(
      "x", two.left(),
      [](Process& self, Socket socket, Times& times) -> Program {
        const Branch one(posting, socket);
        co_await self.par(one);
        times.push_back(self.now());
      },
      out, std::ref(ended));
  two.processes().start(
      "late", two.right(),
      [](Process& self, Socket socket) -> Program {
        co_await self.sleep(30 * microsecond);
        co_await self.receive(socket);
      },
      in);
  two.run(100 * microsecond);
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_GT(ended[0], 30 * microsecond);
  EXPECT_LT(ended[0], 31 * microsecond);
}

}  // namespace
}  // namespace weft::test
