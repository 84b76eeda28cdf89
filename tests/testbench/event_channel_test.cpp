// Event channels between T9000s: outputs that wait until somebody inputs.
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/t9000/event_channel.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/program_occam_support.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

constexpr auto output = EventDirection::output;
constexpr auto input = EventDirection::input;

Program raise_at(Process& self, EventChannel& event, Time from, unsigned count, Times& taken) {
  co_await self.sleep_until(from);
  for (unsigned i = 0; i < count; ++i) {
    co_await self.send(event);
    taken.push_back(self.now());
  }
}

Program take_from(Process& self, EventChannel& event, Time from, unsigned count, Times& taken) {
  co_await self.sleep_until(from);
  for (unsigned i = 0; i < count; ++i) {
    co_await self.wait(event);
    taken.push_back(self.now());
  }
}

/// An output of the left T9000 to an input of the right one.
struct Wired {
  explicit Wired(T9000Parameters parameters = {}, Time delay = 0) : two(parameters) {
    EventChannel::join(out, in, delay);
  }
  void start(unsigned count, Time takes_from) {
    two.processes().start("raises", two.left(), raise_at, std::ref(out), 1 * microsecond, count,
                          std::ref(raised));
    two.processes().start("takes", two.right(), take_from, std::ref(in), takes_from, count,
                          std::ref(taken));
  }

  TwoProcessors two;
  EventChannel out{"left.event0", two.left(), output};
  EventChannel in{"right.event2", two.right(), input};
  Times raised;
  Times taken;
};

constexpr Time ns(Time time) { return time * nanosecond; }

// A clock of 10 ns: the request is seen at the next edge, and so is each of the three others.
TEST(EventOutput, takes_two_clocks_and_the_next_one_may_rise_four_after_the_first) {
  Wired wired;
  wired.start(3, 0);
  wired.two.run(2 * microsecond);
  EXPECT_EQ(wired.taken, (Times{ns(1010), ns(1050), ns(1090)}));
  EXPECT_EQ(wired.raised, (Times{ns(1020), ns(1060), ns(1100)}));
  EXPECT_FALSE(wired.out.out());
  EXPECT_FALSE(wired.in.out());
}

// 3 ns of wire, then the second edge: 20 ns for each of the four.
TEST(EventOutput, takes_longer_over_a_wire_and_a_synchroniser) {
  T9000Parameters parameters;
  parameters.event_clocks = 2;
  Wired wired(parameters, ns(3));
  wired.start(2, 0);
  wired.two.run(2 * microsecond);
  EXPECT_EQ(wired.taken, (Times{ns(1020), ns(1100)}));
  EXPECT_EQ(wired.raised, (Times{ns(1040), ns(1120)}));
}

// The table in docs/components/t9000.md.
TEST(EventOutput, tells_of_each_change_of_either_pin) {
  Wired wired;
  using Changes = std::vector<std::pair<bool, Time>>;
  Changes requests;
  Changes acknowledgements;
  wired.out.on_out([&](bool high, Time now) { requests.emplace_back(high, now); });
  wired.in.on_out([&](bool high, Time now) { acknowledgements.emplace_back(high, now); });
  wired.start(2, 0);
  wired.two.run(2 * microsecond);
  EXPECT_EQ(requests,
            (Changes{{true, ns(1000)}, {false, ns(1020)}, {true, ns(1040)}, {false, ns(1060)}}));
  EXPECT_EQ(acknowledgements,
            (Changes{{true, ns(1010)}, {false, ns(1030)}, {true, ns(1050)}, {false, ns(1070)}}));
}

// A reset takes it back before anybody has taken it: nothing changes at the other pin.
TEST(EventInput, says_nothing_of_a_request_that_is_withdrawn) {
  Wired wired;
  unsigned changes = 0;
  wired.in.on_out([&](bool, Time) { ++changes; });
  wired.start(1, 1 * millisecond);
  wired.two.run(2 * microsecond);
  EXPECT_TRUE(wired.in.is_ready());
  wired.two.left().reset(2 * microsecond);
  wired.two.run(2 * microsecond);
  EXPECT_FALSE(wired.out.out());
  EXPECT_FALSE(wired.in.is_ready());
  EXPECT_EQ(changes, 0U);
}

TEST(EventOutput, waits_until_somebody_inputs) {
  Wired wired;
  wired.start(1, 5 * microsecond);
  wired.two.run(2 * microsecond);
  EXPECT_TRUE(wired.out.out());
  EXPECT_FALSE(wired.in.out()) << "not acknowledged";
  wired.two.run(4 * microsecond);
  EXPECT_EQ(wired.taken, Times{5 * microsecond});
  EXPECT_EQ(wired.raised, Times{5 * microsecond + ns(10)});
}

TEST(EventOutput, is_a_guard_at_its_far_end) {
  Wired wired;
  std::vector<Choice> chosen;
  wired.two.processes().start("raises", wired.two.left(), raise_at, std::ref(wired.out),
                              70 * microsecond, 1U, std::ref(wired.raised));
  wired.two.processes().start(
      "alt", wired.two.right(),
      [](Process& self, EventChannel& event, std::vector<Choice>& choices) -> Program {
        for (unsigned i = 0; i < 2; ++i) {
          const std::size_t guard = co_await self.alt(event, Guard::after(i));
          choices.push_back({guard, self.now()});
        }
        co_await self.wait(event);
      },
      std::ref(wired.in), std::ref(chosen));
  wired.two.run(200 * microsecond);
  EXPECT_EQ(chosen, (std::vector<Choice>{{1, 64 * microsecond}, {0, 70 * microsecond + ns(10)}}));
  EXPECT_EQ(wired.raised, Times{70 * microsecond + ns(20)});
}

TEST(EventDirections, are_held) {
  Wired wired;
  const auto text_of = [](const std::function<void()>& action) -> std::string {
    try {
      action();
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(text_of([&] { wired.out.request_at(0); }), "event 'left.event0' is an output");
  EXPECT_EQ(text_of([&] { wired.out.take(0); }), "event 'left.event0' is an output");
  EventChannel other("right.event3", wired.two.right());
  EXPECT_EQ(text_of([&] { EventChannel::join(wired.in, other, 0); }),
            "events 'right.event2' and 'right.event3' are both inputs");
}

// --- at all levels

// Two processors that go on together: each tells the other that it has done its part.
Program in_step(Process& self, EventChannel& done, EventChannel& other_done, bool tells_first,
                Times& steps) {
  const Time part = tells_first ? ns(300) : ns(400);
  for (unsigned i = 0; i < 4; ++i) {
    co_await self.compute((i + 1) * part);
    if (tells_first) co_await self.send(done);
    co_await self.wait(other_done);
    if (!tells_first) co_await self.send(done);
    steps.push_back(self.now());
  }
}

TEST(EventLevels, are_the_same_with_links_of_any_kind) {
  const std::string pair = "network: {topology: mesh, shape: 2x1, cpu: {scheduling: processes}}\n";
  struct Pair {
    explicit Pair(const std::string& yaml, const char* level) : machine(yaml, level) {
      for (std::size_t cpu = 0; cpu < 2; ++cpu) {
        done.emplace_back("done", machine.sockets->core(cpu), output);
        heard.emplace_back("heard", machine.sockets->core(cpu), input);
      }
      EventChannel::join(done[0], heard[1], 0);
      EventChannel::join(done[1], heard[0], 0);
      machine.processes.start(Priority::high, "left", machine.sockets->core(0), in_step,
                              std::ref(done[0]), std::ref(heard[0]), true, std::ref(steps[0]));
      machine.processes.start("right", machine.sockets->core(1), in_step, std::ref(done[1]),
                              std::ref(heard[1]), false, std::ref(steps[1]));
    }
    ProgramMachine machine;
    std::deque<EventChannel> done;
    std::deque<EventChannel> heard;
    std::array<Times, 2> steps;
  };
  std::deque<Pair> pairs;
  for (const char* level : {"signal", "token", "rtl", "stream", "packet"}) {
    pairs.emplace_back(pair, level);
  }
  run_for(10 * microsecond);
  // The slower one is ready at 400 ns, finds the request of the other, and outputs: its own is
  // taken an edge later, and that is seen another edge later. Then it computes for 800 ns, and so
  // on.
  for (const Pair& one : pairs) {
    EXPECT_EQ(one.steps[0], (Times{ns(410), ns(1230), ns(2450), ns(4070)}));
    EXPECT_EQ(one.steps[1], (Times{ns(420), ns(1240), ns(2460), ns(4080)}));
  }
}

}  // namespace
}  // namespace weft::test
