// What occam has: ALT, PAR and PRI PAR, timers, events, semaphores, resources.
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/expected_report.hpp"
#include "tests/testbench/program_support.hpp"

namespace weft::test {
namespace {

using Times = std::vector<Time>;

T9000Parameters turns() {
  T9000Parameters parameters;
  parameters.scheduling = Scheduling::processes;
  return parameters;
}

/// Both ways to share a processor.
class ProgramOccam : public testing::TestWithParam<Scheduling> {
 protected:
  static T9000Parameters parameters() {
    T9000Parameters chosen;
    chosen.scheduling = GetParam();
    return chosen;
  }
};

INSTANTIATE_TEST_SUITE_P(Schedulings, ProgramOccam,
                         testing::Values(Scheduling::computations, Scheduling::processes));

Program send_from(Process& self, Socket socket, Time time, unsigned bytes, Times& acknowledged) {
  co_await self.sleep_until(time);
  co_await self.send(socket, bytes);
  acknowledged.push_back(self.now());
}

/// What an alternative has chosen, and when.
struct Choice {
  std::size_t guard = 0;
  Time time = 0;
  bool operator==(const Choice&) const = default;
};

// Takes what it chooses half a microsecond later.
Program choose_two(Process& self, Socket first, Socket second, std::vector<Choice>& chosen) {
  for (unsigned i = 0; i < 2; ++i) {
    const std::size_t guard = co_await self.alt(first, second);
    chosen.push_back({guard, self.now()});
    co_await self.sleep(500 * nanosecond);
    co_await self.receive(guard == 0 ? first : second);
  }
}

TEST_P(ProgramOccam,
       alternatives_take_the_channel_that_is_ready_first_and_leave_its_message_to_the_input) {
  TwoProcessors two(parameters());
  const auto [out, in] = two.sockets().connect(0, 1);
  const auto [near, far] = two.sockets().connect(1, 1);
  std::vector<Choice> chosen;
  Times sent;
  Times copied;
  two.processes().start("remote", two.left(), send_from, out, 20 * microsecond, 8U, std::ref(sent));
  two.processes().start("local", two.right(), send_from, near, 30 * microsecond, 8U,
                        std::ref(copied));
  two.processes().start("alt", two.right(), choose_two, far, in, std::ref(chosen));
  two.run(100 * microsecond);
  ASSERT_EQ(chosen.size(), 2U);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(chosen[0].guard, 1U);
  EXPECT_GT(chosen[0].time, 20 * microsecond);
  EXPECT_LT(chosen[0].time, 21 * microsecond);
  EXPECT_GT(sent[0], chosen[0].time + 500 * nanosecond);  // not acknowledged before the input
  EXPECT_EQ(chosen[1], (Choice{0, 30 * microsecond}));
  EXPECT_EQ(copied, Times{30'500 * nanosecond});
}

TEST_P(ProgramOccam, alternatives_take_the_first_of_those_that_are_ready) {
  TwoProcessors two(parameters());
  const auto [a, from_a] = two.sockets().connect(0, 1);
  const auto [b, from_b] = two.sockets().connect(0, 1);
  Times sent;
  std::vector<std::size_t> chosen;
  two.processes().start("a", two.left(), send_from, a, 2 * microsecond, 8U, std::ref(sent));
  two.processes().start("b", two.left(), send_from, b, 1 * microsecond, 8U, std::ref(sent));
  two.processes().start(
      "alt", two.right(),
      [](Process& self, Socket first, Socket second, std::vector<std::size_t>& guards) -> Program {
        co_await self.sleep(20 * microsecond);
        guards.push_back(co_await self.alt(first, second));
        guards.push_back(co_await self.alt(second, first));
        guards.push_back(co_await self.alt(Guard::when(false, first), second));
        guards.push_back(co_await self.alt(Guard::skip(), first, second));
        const std::vector<Guard> both{Guard(first), Guard(second)};
        guards.push_back(co_await self.alt_of(both));
      },
      from_a, from_b, std::ref(chosen));
  two.run(100 * microsecond);
  EXPECT_EQ(chosen, (std::vector<std::size_t>{0, 0, 1, 0, 0}));
}

Program choose_until(Process& self, Socket socket, Ticks limit, std::vector<Choice>& chosen) {
  const std::size_t guard = co_await self.alt(socket, Guard::after(limit));
  chosen.push_back({guard, self.now()});
}

// A timer is AFTER a time when it shows the next: 1 us a tick, 64 us with low priority.
TEST_P(ProgramOccam, alternatives_end_with_the_first_of_their_times) {
  TwoProcessors two(parameters());
  const Socket in = two.sockets().connect(0, 1).second;
  const Socket other = two.sockets().connect(0, 1).second;
  std::vector<Choice> of_high;
  std::vector<Choice> of_low;
  two.processes().start(Priority::high, "high", two.right(), choose_until, in, Ticks{10},
                        std::ref(of_high));
  two.processes().start("low", two.right(), choose_until, other, Ticks{1}, std::ref(of_low));
  two.run(200 * microsecond);
  EXPECT_EQ(of_high, (std::vector<Choice>{{1, 11 * microsecond}}));
  EXPECT_EQ(of_low, (std::vector<Choice>{{1, 128 * microsecond}}));
}

TEST_P(ProgramOccam, alternatives_forget_their_time_when_something_else_came_first) {
  TwoProcessors two(parameters());
  const auto [out, in] = two.sockets().connect(1, 1);
  std::vector<Choice> chosen;
  Times sent;
  two.processes().start("low", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  two.processes().start("sender", two.right(), send_from, out, 5 * microsecond, 8U, std::ref(sent));
  two.run(20 * microsecond);
  EXPECT_EQ(chosen, (std::vector<Choice>{{0, 5 * microsecond}}));
  EXPECT_EQ(two.right().processor().next(), never);
}

TEST(ProgramAlternative, waking_takes_the_processor_its_service_time) {
  T9000Parameters parameters;
  parameters.service_time = 2 * microsecond;
  parameters.acknowledge_on = AcknowledgeOn::end;
  TwoProcessors two(parameters);
  const auto [out, in] = two.sockets().connect(0, 1);
  Times sent;
  std::vector<Choice> chosen;
  Times waited;
  two.processes().start("a", two.left(), send_from, out, 0U, 32U, std::ref(sent));
  two.processes().start("alt", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  two.run(100 * microsecond);
  ASSERT_EQ(chosen.size(), 1U);
  EXPECT_EQ(chosen[0].guard, 0U);
  // 2 us to begin it and 2 us for its packet; then what the packet takes; then 2 us to wake
  EXPECT_GT(chosen[0].time, (2 + 2 + 3 + 2) * microsecond);
  EXPECT_LT(chosen[0].time, (2 + 2 + 4 + 2) * microsecond);
}

// --- timers

Program wait_after(Process& self, std::vector<Ticks>& shown, Times& times) {
  shown.push_back(self.timer());
  co_await self.after(self.timer() + 2);
  shown.push_back(self.timer());
  times.push_back(self.now());
  co_await self.after(self.timer() - 1);  // it is over
  times.push_back(self.now());
}

TEST(ProgramTimer, a_delayed_input_waits_for_a_tick_of_the_own_priority) {
  TwoProcessors two;
  std::vector<Ticks> high;
  std::vector<Ticks> low;
  Times of_high;
  Times of_low;
  two.processes().start(Priority::high, "high", two.left(), wait_after, std::ref(high),
                        std::ref(of_high));
  two.processes().start("low", two.left(), wait_after, std::ref(low), std::ref(of_low));
  two.run(millisecond);
  EXPECT_EQ(high, (std::vector<Ticks>{0, 3}));
  EXPECT_EQ(low, high);
  EXPECT_EQ(of_high, (Times{3 * microsecond, 3 * microsecond}));
  EXPECT_EQ(of_low, (Times{192 * microsecond, 192 * microsecond}));
}

// --- the processor

Program note_after(Process& self, Socket socket, Times& times) {
  co_await self.receive(socket);
  times.push_back(self.now());
  co_await self.compute(3 * microsecond);
  times.push_back(self.now());
}

Program compute_and_note(Process& self, Time duration, Times& times) {
  co_await self.compute(duration);
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

// --- events

Program handle(Process& self, EventChannel& event, unsigned count, Times& times) {
  for (unsigned i = 0; i < count; ++i) {
    co_await self.wait(event);
    co_await self.compute(2 * microsecond);
    times.push_back(self.now());
  }
}

TEST(ProgramEvent, a_handler_of_high_priority_interrupts_what_computes) {
  TwoProcessors two(turns());
  EventChannel event("pin", two.left());
  Times handled;
  Times busy;
  two.processes().start(Priority::high, "handler", two.left(), handle, std::ref(event), 2U,
                        std::ref(handled));
  two.processes().start("busy", two.left(), compute_and_note, 50 * microsecond, std::ref(busy));
  event.request_at(30 * microsecond);
  event.request_at(31 * microsecond);  // while the first is dealt with
  two.run(100 * microsecond);
  EXPECT_EQ(handled, (Times{32 * microsecond, 34 * microsecond}));
  EXPECT_EQ(busy, Times{54 * microsecond});
}

TEST(ProgramEvent, is_a_guard_and_stands_until_it_is_taken) {
  TwoProcessors two;
  EventChannel event("pin", two.left());
  const Socket in = two.sockets().connect(0, 1).first;
  std::vector<Choice> chosen;
  two.processes().start(
      "alt", two.left(),
      [](Process& self, Socket socket, EventChannel& pin, std::vector<Choice>& choices) -> Program {
        for (unsigned i = 0; i < 2; ++i) {
          const std::size_t guard = co_await self.alt(socket, pin);
          choices.push_back({guard, self.now()});
        }
        co_await self.wait(pin);
        const std::size_t guard = co_await self.alt(pin, Guard::after(0));
        choices.push_back({guard, self.now()});
      },
      in, std::ref(event), std::ref(chosen));
  event.request_at(7 * microsecond);
  event.request_at(7 * microsecond);
  two.run(100 * microsecond);
  EXPECT_EQ(chosen, (std::vector<Choice>{
                        {1, 7 * microsecond}, {1, 7 * microsecond}, {1, 64 * microsecond}}));
}

// What wakes an alternative may be gone when its process has its turn.
TEST(ProgramEvent, that_another_process_has_taken_is_waited_for_anew) {
  TwoProcessors two(turns());
  EventChannel event("pin", two.left());
  Times busy;
  std::vector<Choice> chosen;
  const auto taking = [](Process& self, EventChannel& pin) -> Program {
    co_await self.sleep_until(40 * microsecond);
    co_await self.wait(pin);
  };
  const auto choosing = [](Process& self, EventChannel& pin,
                           std::vector<Choice>& choices) -> Program {
    const std::size_t guard = co_await self.alt(pin);
    choices.push_back({guard, self.now()});
  };
  two.processes().start("alt", two.left(), choosing, std::ref(event), std::ref(chosen));
  two.processes().start("busy", two.left(), compute_and_note, 50 * microsecond, std::ref(busy));
  two.processes().start(Priority::high, "taker", two.left(), taking, std::ref(event));
  event.request_at(30 * microsecond);
  event.request_at(60 * microsecond);
  two.run(100 * microsecond);
  EXPECT_EQ(busy, Times{50 * microsecond});
  EXPECT_EQ(chosen, (std::vector<Choice>{{0, 60 * microsecond}}));
}

// --- semaphores

Program work_alone(Process& self, Semaphore& semaphore, Times& times) {
  for (unsigned i = 0; i < 2; ++i) {
    co_await self.wait(semaphore);
    co_await self.sleep(10 * microsecond);
    times.push_back(self.now());
    self.signal(semaphore);
    co_await self.compute(1 * microsecond);
  }
}

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

// --- resources

Program claim(Process& self, Socket server, Time at, std::vector<unsigned> lengths) {
  co_await self.sleep_until(at);
  for (const unsigned bytes : lengths) co_await self.send(server, bytes);
}

Program serve(Process& self, Resource& resource, unsigned requests,
              std::vector<unsigned>& lengths) {
  co_await self.sleep(50 * microsecond);
  for (unsigned i = 0; i < requests; ++i) {
    const Socket client = co_await self.grant(resource);
    const ReceivedMessage request = co_await self.receive(client);
    lengths.push_back(request.bytes);
    self.mark(resource, client);
  }
}

TEST_P(ProgramOccam, resources_are_granted_in_the_order_of_claims) {
  TwoProcessors two(parameters());
  Resource resource("server", two.right());
  std::vector<unsigned> lengths;
  const auto [near, served] = two.sockets().connect(1, 1);
  resource.mark(served, 0);
  for (const Time at : {30, 20, 10}) {
    const auto [client, server] = two.sockets().connect(0, 1);
    resource.mark(server, 0);
    const auto first = static_cast<unsigned>(at);
    two.processes().start("client", two.left(), claim, client, at * microsecond,
                          std::vector{first, first + 1});
  }
  two.processes().start("near", two.right(), claim, near, 25 * microsecond, std::vector{25U, 26U});
  two.processes().start("server", two.right(), serve, std::ref(resource), 8U, std::ref(lengths));
  two.run(200 * microsecond);
  ASSERT_EQ(lengths.size(), 8U);
  EXPECT_EQ(std::vector<unsigned>(lengths.begin(), lengths.begin() + 4),
            (std::vector{10U, 20U, 25U, 30U}));
}

// The socket that was granted is one like any other until it is marked again.
TEST(ProgramResource, a_client_that_has_been_granted_claims_nothing) {
  TwoProcessors two;
  Resource resource("server", two.right());
  const auto [out, in] = two.sockets().connect(0, 1);
  resource.mark(in, 0);
  std::vector<std::size_t> guards;
  two.processes().start("client", two.left(), claim, out, Time{0}, std::vector{1U, 2U, 3U});
  two.processes().start(
      "server", two.right(),
      [](Process& self, Resource& shared, std::vector<std::size_t>& chosen) -> Program {
        const Socket client = co_await self.grant(shared);
        for (unsigned i = 0; i < 2; ++i) {
          co_await self.receive(client);
          co_await self.sleep(20 * microsecond);
          chosen.push_back(co_await self.alt(shared, client));
        }
        self.mark(shared, client);
        chosen.push_back(co_await self.alt(shared, Guard::skip()));
      },
      std::ref(resource), std::ref(guards));
  two.run(100 * microsecond);
  EXPECT_EQ(guards, (std::vector<std::size_t>{1, 1, 0}));
}

// --- messages of any length

TEST(ProgramVariableLength, tells_how_long_the_message_is) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  std::vector<unsigned> lengths;
  two.processes().start("a", two.left(), claim, out, Time{0}, std::vector{0U, 100U, 64U});
  two.processes().start(
      "b", two.right(),
      [](Process& self, Socket socket, std::vector<unsigned>& told) -> Program {
        for (unsigned i = 0; i < 3; ++i) {
          const ReceivedMessage message = co_await self.receive(socket, 100);
          told.push_back(message.bytes);
        }
      },
      in, std::ref(lengths));
  two.run(200 * microsecond);
  EXPECT_EQ(lengths, (std::vector{0U, 100U, 64U}));
}

// --- PAR

/// Counts how many of it there are.
struct Guarded {
  explicit Guarded(int& counter) : count(&counter) { ++*count; }
  Guarded(const Guarded& other) : count(other.count) { ++*count; }
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { --*count; }
  int* count;
};

Program branch(Process& self, Time duration, Guarded guarded, std::vector<std::string>& ended) {
  const Guarded inner(guarded);
  co_await self.compute(duration);
  ended.push_back(self.name());
}

Program run_branches(Process& self, int& alive, bool first_high, std::vector<std::string>& ended,
                     Times& times) {
  const Branch longer(branch, 20 * microsecond, Guarded(alive), std::ref(ended));
  const Branch shorter(branch, 5 * microsecond, Guarded(alive), std::ref(ended));
  if (first_high) {
    co_await self.pri_par(longer, shorter);
  } else {
    co_await self.par(longer, shorter);
  }
  times.push_back(self.now());
  co_await self.par(Branch(branch, 1 * microsecond, Guarded(alive), std::ref(ended)));
  times.push_back(self.now());
}

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

// --- errors

std::string error_of_programs() {
  const ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    TwoProcessors::run(100 * microsecond);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return {};
}

TEST(ProgramOccamErrors, a_message_that_is_too_long) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  two.processes().start("a", two.left(), claim, out, Time{0}, std::vector{100U});
  two.processes().start(
      "b", two.right(),
      [](Process& self, Socket socket) -> Program { co_await self.receive(socket, 99); }, in);
  EXPECT_EQ(error_of_programs(), "program 'b': a message of 100 bytes; expected at most 99");
}

TEST(ProgramOccamErrors, what_belongs_to_another_processor) {
  TwoProcessors two;
  Semaphore semaphore("printer", two.right().processor(), 1);
  Times times;
  two.processes().start("a", two.left(), work_alone, std::ref(semaphore), std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'a': semaphore 'printer' of another processor");
}

TEST(ProgramOccamErrors, an_event_of_another_processor) {
  TwoProcessors two;
  EventChannel event("pin", two.right());
  Times times;
  two.processes().start("a", two.left(), handle, std::ref(event), 1U, std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'a': event 'pin' of another processor");
}

TEST(ProgramOccamErrors, a_resource_of_another_processor) {
  TwoProcessors two;
  Resource resource("server", two.right());
  EXPECT_THROW(resource.mark(two.sockets().connect(0, 1).first, 0), std::logic_error);
  const Socket own = two.sockets().connect(0, 1).second;
  resource.mark(own, 0);
  EXPECT_THROW(resource.mark(own, 0), std::logic_error);
  std::vector<unsigned> lengths;
  two.processes().start("a", two.left(), serve, std::ref(resource), 1U, std::ref(lengths));
  EXPECT_EQ(error_of_programs(), "program 'a': resource 'server' of another processor");
}

TEST(ProgramOccamErrors, a_pri_par_within_one) {
  TwoProcessors two;
  int alive = 0;
  std::vector<std::string> ended;
  Times times;
  two.processes().start(Priority::high, "x", two.left(), run_branches, std::ref(alive), true,
                        std::ref(ended), std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'x': pri_par in a process of high priority");
}

TEST(ProgramOccamErrors, two_alternatives_at_one_channel) {
  TwoProcessors two;
  const Socket in = two.sockets().connect(0, 1).second;
  std::vector<Choice> chosen;
  two.processes().start("a", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  two.processes().start("b", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  EXPECT_EQ(error_of_programs(), "program 'b': two processes wait at one channel");
}

TEST(ProgramOccamErrors, waiting_for_what_is_over_for_ever) {
  TwoProcessors two;
  two.processes().start("busy", two.left(), [](Process& self) -> Program {
    for (;;) co_await self.after(self.timer() - 1);
  });
  EXPECT_EQ(error_of_programs(), "program 'busy': 1000000 steps at 0 ps without any time passing");
}

}  // namespace
}  // namespace weft::test
