// Lines of a bus that wake the cell which samples them.
#include <gtest/gtest.h>

#include <systemc>

#include "hw/iwarp/line_signal.hpp"
#include "tests/support/run_for.hpp"

namespace weft {
namespace {

using sc_core::sc_event;

/// Counts how often an event happens.
struct Counter : sc_core::sc_module {
  SC_HAS_PROCESS(Counter);
  Counter(sc_core::sc_module_name name, const sc_event& event) : sc_module(name) {
    SC_METHOD(count);
    sensitive << event;
    dont_initialize();
  }
  void count() { ++times; }
  unsigned times = 0;
};

TEST(LineSignal, tells_its_sleeper_of_changes_while_that_is_asleep) {
  LineSignal<int> line("line");
  LineSleeper cell;
  int sampled = 7;
  ASSERT_TRUE(line.show_to(cell, sampled));
  EXPECT_EQ(sampled, 0);
  const Counter counter("counter", cell.wake);
  test::run_for(1);
  line.write(1);
  test::run_for(1);
  EXPECT_EQ(counter.times, 0U);
  cell.asleep = true;
  line.write(1);  // no change
  test::run_for(1);
  EXPECT_EQ(counter.times, 0U);
  line.write(2);
  test::run_for(1);
  EXPECT_EQ(counter.times, 1U);
  EXPECT_EQ(line.read(), 2);
  EXPECT_EQ(sampled, 2);
}

TEST(LineSignal, anyone_may_wait_for_its_changes_whether_the_sleeper_is_asleep_or_not) {
  LineSignal<int> line("line");
  LineSleeper cell;
  int sampled = 0;
  ASSERT_TRUE(line.show_to(cell, sampled));
  const Counter counter("counter", line.value_changed_event());
  test::run_for(1);
  line.write(1);
  test::run_for(1);
  cell.asleep = true;
  line.write(2);
  test::run_for(1);
  EXPECT_EQ(counter.times, 2U);
}

TEST(LineSignal, has_room_for_one_who_samples) {
  struct Cell : sc_core::sc_module {
    explicit Cell(sc_core::sc_module_name name) : sc_module(name) {}
    LineSleeper lines;
    int sampled = 0;
  };
  LineSignal<int> line("line");
  Cell one("one");
  Cell other("other");
  EXPECT_TRUE(line.show_to(one.lines, one.sampled));
  EXPECT_TRUE(line.show_to(one.lines, one.sampled));
  EXPECT_FALSE(line.show_to(other.lines, other.sampled));
}

}  // namespace
}  // namespace weft
