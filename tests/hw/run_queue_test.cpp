// The run queue of a T9000: processes that share its processor.
#include "hw/t9000/run_queue.hpp"

#include <functional>
#include <vector>

#include "hw/t9000/semaphore.hpp"
#include "hw/t9000/timer.hpp"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

struct Process : Resumable {
  std::vector<Time> resumed;
  std::function<void(Time)> then;
  void resume(Time now) override {
    resumed.push_back(now);
    if (then) then(now);
  }
};

void run_all(RunQueue& queue) {
  for (unsigned n = 0; n < 1000 && queue.next() != never; ++n) queue.run(queue.next());
}

TEST(RunQueue, runs_computations_one_after_the_other) {
  RunQueue queue({});
  Process a, b;
  queue.compute(a, 100, 0);
  queue.compute(b, 50, 0);
  run_all(queue);
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
  EXPECT_EQ(b.resumed, std::vector<Time>{150});
  EXPECT_EQ(queue.busy(1000), 150U);
}

TEST(RunQueue, a_time_slice_shares_the_processor_round_robin) {
  RunQueue queue({.time_slice = 10});
  Process a, b;
  queue.compute(a, 25, 0);
  queue.compute(b, 15, 0);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{35});  // a 10, b 10, a 10, b 5
  EXPECT_EQ(a.resumed, std::vector<Time>{40});
  EXPECT_EQ(queue.busy(40), 40U);
}

TEST(RunQueue, that_is_stopped_resumes_nobody_and_goes_on_where_it_was) {
  RunQueue queue({});
  Process a, b, c;
  queue.compute(a, 100, 0);
  queue.sleep(b, 30);
  queue.run(0);
  queue.stop(20);
  EXPECT_TRUE(queue.stopped());
  EXPECT_EQ(queue.next(), never);
  queue.compute(c, 5, 40);
  queue.wake(b, Priority::low, 50);
  queue.run(60);
  EXPECT_TRUE(b.resumed.empty());
  EXPECT_EQ(queue.busy(60), 20U);
  queue.go_on(70);
  queue.run(70);
  EXPECT_EQ(b.resumed, (std::vector<Time>{70, 70})) << "both alarms have gone off";
  run_all(queue);
  EXPECT_EQ(a.resumed, std::vector<Time>{150}) << "80 are left from 70 on";
  EXPECT_EQ(c.resumed, std::vector<Time>{155});
  EXPECT_EQ(queue.busy(1000), 105U);
}

TEST(RunQueue, that_goes_on_has_one_of_high_priority_first) {
  RunQueue queue({.switch_time = 4});
  Process low, high;
  queue.stop(0);
  queue.compute(low, 10, 0);
  queue.compute(high, 10, 5, Priority::high);
  EXPECT_EQ(queue.next(), never);
  queue.go_on(20);
  queue.stop(22);  // half of what taking up takes
  queue.go_on(100);
  run_all(queue);
  EXPECT_EQ(high.resumed, std::vector<Time>{112});
  EXPECT_EQ(low.resumed, std::vector<Time>{126});
}

TEST(RunQueue, sleeping_needs_no_processor) {
  RunQueue queue({});
  Process a, b;
  queue.compute(a, 100, 0);
  queue.sleep(b, 30);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{30});
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
}

void run_until(RunQueue& queue, Time time) {
  while (queue.next() < time) queue.run(queue.next());
}

TEST(RunQueue, a_process_of_high_priority_interrupts_one_of_low) {
  RunQueue queue({});
  Process low, other, high;
  queue.compute(low, 100, 0);
  queue.compute(other, 10, 0);
  run_until(queue, 30);
  queue.compute(high, 20, 30, Priority::high);
  run_all(queue);
  EXPECT_EQ(high.resumed, std::vector<Time>{50});
  EXPECT_EQ(low.resumed, std::vector<Time>{120});  // before the other
  EXPECT_EQ(other.resumed, std::vector<Time>{130});
  EXPECT_EQ(queue.busy(200), 130U);
}

TEST(RunQueue, one_of_high_priority_is_not_interrupted_and_has_no_time_slice) {
  RunQueue queue({.time_slice = 10});
  Process low, first, second;
  queue.compute(low, 5, 0);
  queue.compute(first, 25, 0, Priority::high);
  queue.compute(second, 5, 0, Priority::high);
  run_all(queue);
  EXPECT_EQ(first.resumed, std::vector<Time>{25});
  EXPECT_EQ(second.resumed, std::vector<Time>{30});
  EXPECT_EQ(low.resumed, std::vector<Time>{35});
}

TEST(RunQueue, an_interruption_takes_nothing_of_the_time_slice) {
  RunQueue queue({.time_slice = 10});
  Process a, b, high;
  queue.compute(a, 20, 0);
  queue.compute(b, 5, 0);
  run_until(queue, 4);
  queue.compute(high, 3, 4, Priority::high);
  run_all(queue);
  EXPECT_EQ(high.resumed, std::vector<Time>{7});
  EXPECT_EQ(b.resumed, std::vector<Time>{18});  // a 4, high 3, a 6, b 5
  EXPECT_EQ(a.resumed, std::vector<Time>{28});
}

TEST(RunQueue, taking_up_a_process_takes_its_time) {
  RunQueue queue({.switch_time = 2, .interrupt_time = 5});
  Process low, high;
  queue.compute(low, 100, 0);  // from 2 on
  run_until(queue, 32);
  queue.compute(high, 20, 32, Priority::high);  // from 37 on
  run_all(queue);
  EXPECT_EQ(high.resumed, std::vector<Time>{57});
  EXPECT_EQ(low.resumed, std::vector<Time>{129});  // from 59 on, 70 of it left
}

TEST(RunQueue, goes_on_with_the_only_process_after_its_time_slice_at_no_cost) {
  RunQueue queue({.time_slice = 10, .switch_time = 2});
  Process a;
  queue.compute(a, 25, 0);
  run_all(queue);
  EXPECT_EQ(a.resumed, std::vector<Time>{27});
}

// Computes 10 twice, with nothing in between.
std::vector<Time> ends_of_two(Scheduling scheduling, Time time_slice) {
  RunQueue queue({.scheduling = scheduling, .time_slice = time_slice});
  Process a, b;
  a.then = [&](Time now) {
    if (a.resumed.size() == 1) queue.compute(a, 10, now);
  };
  queue.compute(a, 10, 0);
  queue.compute(b, 5, 0);
  run_all(queue);
  return {a.resumed.at(0), a.resumed.at(1), b.resumed.at(0)};
}

TEST(RunQueue, a_process_keeps_the_processor_until_it_waits_or_only_while_it_computes) {
  EXPECT_EQ(ends_of_two(Scheduling::computations, 0), (std::vector<Time>{10, 25, 15}));
  EXPECT_EQ(ends_of_two(Scheduling::processes, 0), (std::vector<Time>{10, 20, 25}));
  // its slice is that of both
  EXPECT_EQ(ends_of_two(Scheduling::processes, 15), (std::vector<Time>{10, 25, 20}));
  EXPECT_EQ(ends_of_two(Scheduling::processes, 10), (std::vector<Time>{10, 25, 15}));
}

// When two processes go on that are woken at 30, while one of low priority computes until 100.
std::vector<Time> woken_at_30(Scheduling scheduling) {
  RunQueue queue({.scheduling = scheduling});
  Process busy, low, high;
  queue.compute(busy, 100, 0);
  run_until(queue, 30);
  queue.wake(low, Priority::low, 30);
  queue.wake(high, Priority::high, 30);
  run_all(queue);
  return {low.resumed.at(0), high.resumed.at(0)};
}

TEST(RunQueue, a_process_that_is_woken_takes_its_turn) {
  EXPECT_EQ(woken_at_30(Scheduling::computations), (std::vector<Time>{30, 30}));
  EXPECT_EQ(woken_at_30(Scheduling::processes), (std::vector<Time>{100, 30}));
}

TEST(RunQueue, one_of_high_priority_that_one_of_low_wakes_goes_before_what_that_computes) {
  RunQueue queue({.scheduling = Scheduling::processes});
  Process low, high;
  low.then = [&](Time now) {
    if (low.resumed.size() != 1) return;
    queue.wake(high, Priority::high, now);
    queue.compute(low, 10, now);
  };
  high.then = [&](Time now) {
    if (high.resumed.size() == 1) queue.compute(high, 7, now, Priority::high);
  };
  queue.wake_at(low, Priority::low, 3);
  run_all(queue);
  EXPECT_EQ(high.resumed, (std::vector<Time>{3, 10}));
  EXPECT_EQ(low.resumed, (std::vector<Time>{3, 20}));
}

TEST(RunQueue, an_alarm_that_is_taken_back_is_as_if_it_had_not_been_set) {
  RunQueue queue({});
  Process a, b, c;
  const RunQueue::Alarm of_a = queue.sleep(a, 10);
  const RunQueue::Alarm of_b = queue.sleep(b, 20);
  queue.sleep(c, 15);
  queue.cancel(of_b);
  queue.cancel(of_a);
  EXPECT_EQ(queue.next(), 15U);
  run_all(queue);
  EXPECT_EQ(queue.next(), never);
  EXPECT_EQ(c.resumed, std::vector<Time>{15});
  EXPECT_TRUE(a.resumed.empty() && b.resumed.empty());
}

TEST(Timer, is_after_a_time_when_it_shows_the_next) {
  EXPECT_EQ(time_after(3, 0, 64), 4U * 64U);
  EXPECT_EQ(time_after(3, 3 * 64 + 1, 64), 4U * 64U);
  EXPECT_EQ(time_after(3, 4 * 64 + 1, 64), 4U * 64U + 1U);  // it is over
}

TEST(Timer, goes_round) {
  EXPECT_TRUE(is_after(5, 0xffff'fff0));
  EXPECT_FALSE(is_after(0xffff'fff0, 5));
  EXPECT_FALSE(is_after(7, 7));
  const Time before = 0xffff'fffe;
  EXPECT_EQ(time_after(1, before, 1), Time{1} << 32U | 2U);
}

TEST(SemaphoreQueue, is_first_come_first_served_whatever_the_priority) {
  RunQueue queue({.scheduling = Scheduling::processes});
  Semaphore semaphore("s", queue, 1);
  Process first, second;
  EXPECT_TRUE(semaphore.wait(first, Priority::low));
  EXPECT_FALSE(semaphore.wait(first, Priority::low));
  EXPECT_FALSE(semaphore.wait(second, Priority::high));
  semaphore.signal(10);
  run_until(queue, 20);
  EXPECT_EQ(first.resumed, std::vector<Time>{10});
  EXPECT_TRUE(second.resumed.empty());
  semaphore.signal(20);
  semaphore.signal(20);
  run_all(queue);
  EXPECT_EQ(second.resumed, std::vector<Time>{20});
  EXPECT_EQ(semaphore.count(), 1U);
}

}  // namespace
}  // namespace weft::test
