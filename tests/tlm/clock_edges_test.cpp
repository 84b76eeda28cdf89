// The edges of one clock in the event wheel: order, far edges, and times that are no edges.
#include "tlm/engine/clock_edges.hpp"

#include <deque>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "tlm/engine/wheel_cycles.hpp"

namespace weft {
namespace {

constexpr Time edge_period = 50 * nanosecond;

struct NoAlarm : Wheel::Alarm {
  void earliest(Time) override {}
};

using Evaluations = std::vector<std::pair<Time, int>>;

/// Notes when it is evaluated, and asks for another time as the stream says, which all cores of a
/// number share whatever drives them. The last time is what `evaluate` gives, if it is to tell.
struct DrivenCore {
  Time evaluate(Time now) {
    log->emplace_back(now, number);
    for (std::uint64_t asked = random.below(2); asked > 0; --asked) {
      driver->evaluate_at(now + edge_period * (1 + random.below(random.below(8) == 0 ? 200 : 3)));
    }
    if (random.below(16) == 0) driver->evaluate_at(now + 1 + random.below(3 * edge_period));
    const Time last = random.below(2) == 0 ? never : now + edge_period * (1 + random.below(3));
    if (tells) return last;
    if (last != never) driver->evaluate_at(last);
    return never;
  }
  Evaluations* log;
  int number;
  RandomStream random;
  bool tells = false;
  CycleDriver* driver = nullptr;
};

template <class Cycles, class Clock>
Evaluations log_of(Wheel& wheel, Clock& clock, bool tells) {
  constexpr int cores = 20;
  Evaluations log;
  std::deque<DrivenCore> all;
  std::deque<Cycles> drivers;
  for (int number = 0; number < cores; ++number) {
    DrivenCore& core =
        all.emplace_back(DrivenCore{&log, number, RandomStream(1, std::to_string(number)), tells});
    core.driver = &drivers.emplace_back(clock, core);
  }
  for (int round = 0; round < 50; ++round) {
    // behind all that the wheel still had to look at when the last one was over
    const Time last = log.empty() ? 0 : log.back().first;
    const Time start = (last / edge_period + 300) * edge_period;
    for (DrivenCore& core : all)
      core.driver->evaluate_at(start + edge_period * core.random.below(100));
    for (Time next = wheel.next(); next != never; next = wheel.next()) wheel.fire(next);
  }
  return log;
}

TEST(ClockEdges, evaluate_cores_when_and_in_the_order_in_which_the_wheel_does) {
  NoAlarm no_alarm;
  Wheel one(no_alarm);
  Wheel other(no_alarm);
  const Evaluations expected = log_of<WheelCycles<DrivenCore>>(one, one, false);
  EXPECT_GT(expected.size(), 1'000U);
  EXPECT_EQ((log_of<EdgeCycles<DrivenCore>>(other, other.edges(edge_period), true)), expected);
}

TEST(ClockEdges, take_one_entry_of_the_wheel_at_an_edge) {
  NoAlarm no_alarm;
  Wheel wheel(no_alarm);
  Evaluations log;
  std::deque<DrivenCore> cores;
  std::deque<EdgeCycles<DrivenCore>> drivers;
  for (int number = 0; number < 100; ++number) {
    DrivenCore& core = cores.emplace_back(DrivenCore{&log, number, RandomStream(1, "")});
    drivers.emplace_back(wheel.edges(edge_period), core).evaluate_at(edge_period);
    core.driver = &drivers.back();
  }
  EXPECT_EQ(wheel.next(), edge_period);
  wheel.fire(edge_period);
  EXPECT_EQ(wheel.fired(), 1U);
  EXPECT_EQ(log.size(), 100U);
}

TEST(ClockEdges, are_the_same_for_all_cores_of_a_period) {
  NoAlarm no_alarm;
  Wheel wheel(no_alarm);
  EXPECT_EQ(&wheel.edges(edge_period), &wheel.edges(edge_period));
  EXPECT_NE(&wheel.edges(edge_period), &wheel.edges(2 * edge_period));
  EXPECT_EQ(wheel.edges(2 * edge_period).period(), 2 * edge_period);
}

}  // namespace
}  // namespace weft
