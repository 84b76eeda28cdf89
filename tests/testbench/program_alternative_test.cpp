// What occam has: ALT with its guards - channels, timers, events, resources.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/testbench/program_occam_support.hpp"

namespace weft::test {
namespace {

INSTANTIATE_TEST_SUITE_P(Schedulings, ProgramOccam,
                         testing::Values(Scheduling::computations, Scheduling::processes));

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

// --- events

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

// --- resources

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

}  // namespace
}  // namespace weft::test
