// The event wheel: order, phases, far events.
#include "tlm/engine/wheel.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "tests/tlm/silent_alarm.hpp"

namespace weft {
namespace {

/// Notes its number when it fires.
struct Item {
  Item(std::vector<int>& log, int number, Phase phase = Phase::act)
      : fired(&log), id(number), entry(WheelEntry::calling<&Item::fire>(this, phase)) {}
  void fire() {
    fired->push_back(id);
    if (then) then();
  }
  std::vector<int>* fired;
  int id;
  WheelEntry entry;
  std::function<void()> then;
};

struct WheelTest : testing::Test {
  SilentAlarm alarm;
  Wheel wheel{alarm};
  std::vector<int> log;

  void run_until(Time end) {
    for (Time next = wheel.next(); next <= end && next != never; next = wheel.next()) {
      wheel.fire(next);
    }
  }
};

TEST_F(WheelTest, fires_in_the_order_of_times) {
  Item a(log, 1), b(log, 2), c(log, 3);
  wheel.schedule(c.entry, 9'001);
  wheel.schedule(a.entry, 5);
  wheel.schedule(b.entry, 9'000);
  EXPECT_EQ(wheel.next(), 5U);
  run_until(never - 1);
  EXPECT_EQ(log, (std::vector{1, 2, 3}));
  EXPECT_EQ(wheel.next(), never);
  EXPECT_EQ(wheel.fired(), 3U);
}

TEST_F(WheelTest, fires_entries_of_one_time_in_the_order_of_scheduling) {
  std::deque<Item> items;
  for (int n = 0; n < 50; ++n) wheel.schedule(items.emplace_back(log, n).entry, 77'000);
  run_until(77'000);
  for (int n = 0; n < 50; ++n) EXPECT_EQ(log.at(static_cast<std::size_t>(n)), n);
}

// Whether they were scheduled near, far or while their time fires.
TEST_F(WheelTest, fires_entries_of_one_time_in_the_order_of_their_ranks) {
  for (const Time time : {Time{77'000}, 50 * microsecond, 20 * millisecond}) {
    log.clear();
    Item without(log, 0), last(log, 4), first(log, 1), second(log, 2), third(log, 3), gone(log, 9);
    last.entry.set_rank(127);
    gone.entry.set_rank(2);
    first.entry.set_rank(1);
    for (Item* item : {&second, &third}) item->entry.set_rank(2);
    without.then = [&] {
      wheel.schedule(first.entry, wheel.now());
      wheel.cancel(gone.entry);
    };
    for (Item* item : {&last, &gone, &second, &third, &without}) wheel.schedule(item->entry, time);
    run_until(time);
    EXPECT_EQ(log, (std::vector{0, 1, 2, 3, 4})) << time;
  }
}

// A slot of few is put in order in another way than one of many.
TEST_F(WheelTest, fires_any_number_of_entries_of_a_slot_in_the_order_of_times_and_ranks) {
  RandomStream stream(3, "slot");
  for (int count = 2; count <= 120; ++count) {
    log.clear();
    const Time begin = (wheel.now() / 4'096 + 2) * 4'096;
    std::deque<Item> items;
    std::vector<std::tuple<Time, unsigned, int>> expected;
    for (int n = 0; n < count; ++n) {
      const Time time = begin + stream.below(3) * 1'000;
      const auto rank = static_cast<unsigned>(stream.below(9));
      items.emplace_back(log, n).entry.set_rank(rank);
      wheel.schedule(items.back().entry, time);
      expected.emplace_back(time, rank, n);
    }
    std::sort(expected.begin(), expected.end());
    run_until(begin + 4'095);
    ASSERT_EQ(log.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(log[i], std::get<2>(expected[i])) << count;
    }
  }
}

// The early step is for what is far away, the late one for what that leads to.
TEST_F(WheelTest, an_entry_that_fetches_by_itself_does_so_in_two_steps_before_it_fires) {
  struct Fetching {
    Fetching(std::vector<std::string>& to, int number) : log(&to), id(std::to_string(number)) {
      entry.fetched_by(&fetch, &id);
    }
    static void fetch(const void* owner, const void* place, FetchStep step) {
      const auto& self = *static_cast<const Fetching*>(owner);
      ASSERT_EQ(place, &self.id);
      self.log->push_back((step == FetchStep::early ? "early " : "late ") + self.id);
    }
    void fire() { log->push_back("fires " + id); }

    std::vector<std::string>* log;
    std::string id;
    WheelEntry entry = WheelEntry::calling<&Fetching::fire>(this, Phase::act);
  };
  std::vector<std::string> steps;
  std::deque<Fetching> all;
  for (int n = 0; n < 9; ++n) wheel.schedule(all.emplace_back(steps, n).entry, 5'000);
  run_until(5'000);
  const auto at = [&steps](const std::string& step, int n) {
    return std::find(steps.begin(), steps.end(), step + std::to_string(n)) - steps.begin();
  };
  for (int n = 4; n < 9; ++n) {
    EXPECT_LT(at("early ", n), at("late ", n)) << n;
    EXPECT_LT(at("late ", n), at("fires ", n)) << n;
    EXPECT_LT(at("fires ", n), std::ssize(steps)) << n;
  }
  EXPECT_EQ(std::set(steps.begin(), steps.end()).size(), steps.size());
}

// With the ranks behind them the times in a slot have no room for their highest bits.
TEST_F(WheelTest, keeps_times_in_order_however_late_they_are) {
  for (const unsigned bits : {56U, 57U, 58U, 63U}) {
    log.clear();
    const Time time = Time{1} << bits;
    Item before(log, 1), at(log, 2), behind(log, 3), later(log, 4);
    wheel.schedule(later.entry, time + 5 * microsecond);
    wheel.schedule(behind.entry, time + 1);
    wheel.schedule(at.entry, time);
    wheel.schedule(before.entry, time - 1);
    EXPECT_EQ(wheel.next(), time - 1);
    wheel.fire(time - 1);
    EXPECT_EQ(wheel.next(), time);
    run_until(time + 5 * microsecond);
    EXPECT_EQ(log, (std::vector{1, 2, 3, 4})) << bits;
  }
}

TEST_F(WheelTest, selects_before_it_acts) {
  Item act(log, 2), select(log, 1, Phase::select);
  wheel.schedule(act.entry, 100);
  wheel.schedule(select.entry, 100);
  run_until(100);
  EXPECT_EQ(log, (std::vector{1, 2}));
}

TEST_F(WheelTest, an_act_can_schedule_another_for_the_same_time) {
  Item first(log, 1), second(log, 2);
  first.then = [&] { wheel.schedule(second.entry, wheel.now()); };
  wheel.schedule(first.entry, 100);
  wheel.fire(100);
  EXPECT_EQ(log, (std::vector{1, 2}));
}

// Near and far, and where its action has scheduled it already.
TEST_F(WheelTest, an_entry_that_fires_again_does_so_once) {
  const std::vector<Time> gaps{10, 8'192, 5 * microsecond, 6 * millisecond};
  std::vector<Time> expected{100};
  for (const Time gap : gaps) expected.push_back(expected.back() + gap);
  std::vector<Time> fired;
  Item item(log, 1, Phase::select);
  item.then = [&] {
    fired.push_back(wheel.now());
    if (fired.size() > gaps.size()) return;
    wheel.schedule(item.entry, wheel.now() + 1);
    wheel.schedule_again(item.entry, wheel.now() + gaps[fired.size() - 1]);
  };
  wheel.schedule(item.entry, 100);
  run_until(second);
  EXPECT_EQ(fired, expected);
  EXPECT_EQ(wheel.next(), never);
}

TEST_F(WheelTest, cancelled_entries_do_not_fire) {
  Item near(log, 1), later(log, 2), far(log, 3), kept(log, 4);
  wheel.schedule(near.entry, 100);
  wheel.schedule(later.entry, 50 * microsecond);
  wheel.schedule(far.entry, 10 * millisecond);
  wheel.schedule(kept.entry, 11 * millisecond);
  for (Item* item : {&near, &later, &far}) {
    wheel.cancel(item->entry);
    EXPECT_FALSE(item->entry.scheduled());
  }
  run_until(never - 1);
  EXPECT_EQ(log, std::vector{4});
}

TEST_F(WheelTest, an_action_can_cancel_what_is_due_at_the_same_time) {
  Item first(log, 1), second(log, 2), third(log, 3);
  first.then = [&] { wheel.cancel(second.entry); };
  wheel.schedule(first.entry, 100);
  wheel.schedule(second.entry, 100);
  wheel.schedule(third.entry, 100);
  run_until(100);
  EXPECT_EQ(log, (std::vector{1, 3}));
}

TEST_F(WheelTest, scheduling_again_moves_an_entry) {
  Item item(log, 1), other(log, 2);
  wheel.schedule(item.entry, 100);
  wheel.schedule(other.entry, 200);
  wheel.schedule(item.entry, 300);
  EXPECT_EQ(item.entry.time(), 300U);
  run_until(1000);
  EXPECT_EQ(log, (std::vector{2, 1}));
}

TEST_F(WheelTest, far_events_fire_at_their_time_and_in_their_order) {
  std::deque<Item> items;
  const std::vector<Time> times = {40 * microsecond, 5 * millisecond, 5 * millisecond, 3 * second};
  for (int n = 0; n < 4; ++n) {
    wheel.schedule(items.emplace_back(log, n).entry, times[static_cast<std::size_t>(n)]);
  }
  std::vector<Time> fired_at;
  for (Item& item : items) item.then = [&] { fired_at.push_back(wheel.now()); };
  run_until(never - 1);
  EXPECT_EQ(log, (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(fired_at, times);
}

// A slot is 4,096 ps: `next` puts it in the order of its times.
TEST_F(WheelTest, what_is_scheduled_in_a_slot_that_is_in_order_finds_its_place) {
  std::deque<Item> items;
  const auto schedule = [&](int id, Time time, Phase phase = Phase::act) {
    wheel.schedule(items.emplace_back(log, id, phase).entry, time);
  };
  for (const int id : {40, 10, 30, 20}) schedule(id, 4'096 + static_cast<Time>(id));
  EXPECT_EQ(wheel.next(), 4'106U);
  schedule(31, 4'126);
  schedule(5, 4'101);
  schedule(50, 4'146, Phase::select);
  schedule(29, 4'126, Phase::select);
  for (int id = 100; id < 120; ++id) schedule(id, 4'200);  // more than a slot has room for at first
  EXPECT_EQ(wheel.next(), 4'101U);
  schedule(1, 9);  // in a slot before
  EXPECT_EQ(wheel.next(), 9U);
  run_until(4'199);
  EXPECT_EQ(log, (std::vector{1, 5, 10, 20, 29, 30, 31, 40, 50}));
  log.clear();
  run_until(4'200);
  ASSERT_EQ(log.size(), 20U);
  EXPECT_TRUE(std::is_sorted(log.begin(), log.end()));
  EXPECT_EQ(wheel.next(), never);
}

// What is still to come does not stop the wheel at a time at which nothing is left.
TEST_F(WheelTest, a_time_at_which_all_was_cancelled_is_passed_over) {
  Item a(log, 1), b(log, 2), c(log, 3);
  wheel.schedule(a.entry, 100);
  wheel.schedule(b.entry, 200);
  wheel.schedule(c.entry, 50'000);
  EXPECT_EQ(wheel.next(), 100U);
  wheel.cancel(a.entry);
  EXPECT_EQ(wheel.next(), 200U);
  wheel.cancel(b.entry);
  EXPECT_EQ(wheel.next(), 50'000U);
}

// Told from outside, it is fired without a question for the next one.
TEST_F(WheelTest, what_was_cancelled_in_its_slot_does_not_keep_an_entry_from_its_time) {
  Item a(log, 1), b(log, 2);
  wheel.schedule(a.entry, 100);
  wheel.cancel(a.entry);
  wheel.schedule(b.entry, 200);
  EXPECT_EQ(wheel.fire(200), never);
  EXPECT_EQ(log, std::vector{2});
}

TEST_F(WheelTest, tells_only_what_is_earlier_than_all_that_was_told) {
  Item a(log, 1), b(log, 2), c(log, 3), d(log, 4);
  wheel.schedule(a.entry, 500);
  wheel.schedule(b.entry, 600);
  wheel.schedule(c.entry, 400);
  EXPECT_EQ(alarm.told, (std::vector<Time>{500, 400}));
  c.then = [&] { wheel.schedule(d.entry, 450); };
  wheel.fire(400);
  EXPECT_EQ(alarm.told.size(), 2U);  // within `fire` nobody needs to be told
}

// Against a multimap: the same entries at the same times, in the same order within a time.
TEST_F(WheelTest, agrees_with_a_multimap_under_random_use) {
  constexpr int count = 300;
  RandomStream stream(8, "wheel");
  std::deque<Item> items;
  std::multimap<std::pair<Time, int>, int> model;  // by time and phase; equal keys keep their order
  std::vector<decltype(model)::iterator> place(count, model.end());
  for (int n = 0; n < count; ++n) {
    items.emplace_back(log, n, n % 3 == 0 ? Phase::select : Phase::act);
  }
  const auto at = [&items](int n) -> Item& { return items[static_cast<std::size_t>(n)]; };
  const auto forget = [&](int n) {
    auto& entry = place[static_cast<std::size_t>(n)];
    if (entry != model.end()) model.erase(entry);
    entry = model.end();
  };
  constexpr Time reach[] = {20'000, 3 * microsecond, 60 * microsecond, 9 * millisecond};
  const auto schedule_some = [&] {
    for (std::uint64_t k = stream.below(4); k > 0; --k) {
      const auto n = static_cast<int>(stream.below(count));
      forget(n);
      if (stream.below(5) == 0) {
        wheel.cancel(at(n).entry);
        continue;
      }
      const Time time = wheel.now() + 10 + stream.below(reach[stream.below(4)]) / 10 * 10;
      place[static_cast<std::size_t>(n)] = model.emplace(std::pair{time, n % 3 == 0 ? 0 : 1}, n);
      wheel.schedule(at(n).entry, time);
    }
  };
  for (Item& item : items) item.then = schedule_some;
  for (int round = 0; round < 200'000; ++round) {
    if (model.empty() || stream.below(10) == 0) schedule_some();
    if (model.empty()) continue;
    const Time time = model.begin()->first.first;
    while (wheel.next() < time) {
      log.clear();
      wheel.fire(wheel.next());  // left by a cancellation
      ASSERT_TRUE(log.empty());
    }
    ASSERT_EQ(wheel.next(), time);
    // What fires is known beforehand, but for what the actions move and cancel.
    log.clear();
    for (Item& item : items) {
      item.then = [&, n = item.id] {
        const auto first = model.begin();
        ASSERT_EQ(first->first.first, wheel.now());
        ASSERT_EQ(first->second, n);
        forget(n);
        schedule_some();
      };
    }
    wheel.fire(time);
    ASSERT_FALSE(log.empty());
    ASSERT_TRUE(model.empty() || model.begin()->first.first > time);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(wheel.fired(), 100'000U);
}

}  // namespace
}  // namespace weft
