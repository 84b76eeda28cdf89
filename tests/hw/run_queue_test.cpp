// The run queue of a T9000: processes that share its processor.
#include "hw/t9000/run_queue.hpp"

#include <functional>
#include <vector>

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
  RunQueue queue(0);
  Process a, b;
  queue.compute(a, 100, 0);
  queue.compute(b, 50, 0);
  run_all(queue);
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
  EXPECT_EQ(b.resumed, std::vector<Time>{150});
  EXPECT_EQ(queue.busy(1000), 150U);
}

TEST(RunQueue, a_time_slice_shares_the_processor_round_robin) {
  RunQueue queue(10);
  Process a, b;
  queue.compute(a, 25, 0);
  queue.compute(b, 15, 0);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{35});  // a 10, b 10, a 10, b 5
  EXPECT_EQ(a.resumed, std::vector<Time>{40});
  EXPECT_EQ(queue.busy(40), 40U);
}

TEST(RunQueue, sleeping_needs_no_processor) {
  RunQueue queue(0);
  Process a, b;
  queue.compute(a, 100, 0);
  queue.sleep(b, 30);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{30});
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
}

}  // namespace
}  // namespace weft::test
