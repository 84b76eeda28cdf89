// The lines of a cell's busses as its process samples and drives them.
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <utility>

#include <gtest/gtest.h>

#include <systemc>

#include "hw/iwarp/cell_lines.hpp"
#include "tests/support/expected_report.hpp"
#include "tests/support/run_for.hpp"

namespace weft {
namespace {

constexpr unsigned right = index_of(Bus::x_right);
constexpr unsigned left = index_of(Bus::x_left);

/// Samples and drives at each step.
struct SteppedCell : sc_core::sc_module, CellPins {
  SC_HAS_PROCESS(SteppedCell);
  explicit SteppedCell(sc_core::sc_module_name name) : sc_module(name) {
    SC_METHOD(phase);
    process = sc_core::sc_get_last_created_process_handle().get_process_object();
    sensitive << step;
    dont_initialize();
  }
  void before_end_of_elaboration() override {
    tie_off([](Bus) {});
  }
  void start_of_simulation() override {
    sampled.bind(*this, activity);
    driven.bind(*this, process);
  }
  void phase() {
    seen = sampled.sample();
    driven.drive(levels);
  }

  sc_core::sc_event step{"step"};
  const sc_core::sc_object* process = nullptr;
  SampledLines sampled;
  DrivenLines driven{"driven"};
  sc_core::sc_event_or_list activity;
  CellLevels levels;
  CellLevels seen;
};

/// What an event does, again and again.
struct AtEvent : sc_core::sc_module {
  SC_HAS_PROCESS(AtEvent);
  AtEvent(sc_core::sc_module_name name, const sc_core::sc_event& event, std::function<void()> act)
      : sc_module(name), act_(std::move(act)) {
    SC_METHOD(run);
    sensitive << event;
    dont_initialize();
  }
  void run() { act_(); }

 private:
  std::function<void()> act_;
};

void step(SteppedCell& cell) {
  cell.step.notify(sc_core::SC_ZERO_TIME);
  test::run_for(1);
}

TEST(CellLines, stand_at_the_far_cell_in_the_next_delta_cycle) {
  SteppedCell one("one");
  SteppedCell other("other");
  BusWires wires;
  one.output(Bus::x_right)(wires);
  other.input(Bus::x_left)(wires);
  test::run_for(1);
  one.levels.forth[right] = {0x5a, 4};
  other.levels.back[left] = {3};
  one.step.notify(sc_core::SC_ZERO_TIME);
  step(other);
  EXPECT_EQ(one.seen.back[right], DequeueLevels{}) << "as of a signal that is written meanwhile";
  EXPECT_EQ(other.seen.forth[left], BusLevels{});
  EXPECT_EQ(wires.forth.read(), (BusLevels{0x5a, 4}));
  EXPECT_EQ(wires.back.read(), DequeueLevels{3});
  step(one);
  step(other);
  EXPECT_EQ(one.seen.back[right], DequeueLevels{3});
  EXPECT_EQ(other.seen.forth[left], (BusLevels{0x5a, 4}));
}

TEST(CellLines, tell_of_changes_as_any_signal_does) {
  SteppedCell cell("cell");
  BusWires wires;
  cell.output(Bus::x_right)(wires);
  unsigned changes = 0;
  bool of_now = true;
  const AtEvent counter("counter", wires.forth.value_changed_event(), [&] {
    ++changes;
    of_now = of_now && wires.forth.event();
  });
  test::run_for(1);
  for (const std::uint8_t data : std::initializer_list<std::uint8_t>{1, 1, 2, 2, 0}) {
    cell.levels.forth[right] = {data, 0};
    step(cell);
    EXPECT_EQ(wires.forth.read().data, data);
  }
  EXPECT_EQ(changes, 3U);
  EXPECT_TRUE(of_now);
  EXPECT_FALSE(wires.forth.event());
}

TEST(CellLines, have_one_writer) {
  SteppedCell cell("cell");
  BusWires wires;
  cell.output(Bus::x_right)(wires);
  sc_core::sc_event now("now");
  const AtEvent intruder("intruder", now, [&] { wires.forth.write({7, 7}); });
  test::run_for(1);
  cell.levels.forth[right] = {1, 4};
  step(cell);
  const test::ExpectedReport awaited(sc_core::SC_ID_MORE_THAN_ONE_SIGNAL_DRIVER_);
  now.notify(sc_core::SC_ZERO_TIME);
  EXPECT_THROW(test::run_for(1), sc_core::sc_report);
}

TEST(CellLines, are_refused_to_a_cell_if_another_has_written_them) {
  SteppedCell cell("cell");
  BusWires wires;
  cell.output(Bus::x_right)(wires);
  sc_core::sc_event now("now");
  const AtEvent intruder("intruder", now, [&] { wires.forth.write({7, 7}); });
  test::run_for(1);
  now.notify(sc_core::SC_ZERO_TIME);
  test::run_for(1);
  const test::ExpectedReport awaited(sc_core::SC_ID_MORE_THAN_ONE_SIGNAL_DRIVER_);
  cell.levels.forth[right] = {1, 4};
  cell.step.notify(sc_core::SC_ZERO_TIME);
  EXPECT_THROW(test::run_for(1), sc_core::sc_report);
}

TEST(CellLines, may_be_any_signals) {
  SteppedCell cell("cell");
  sc_core::sc_signal<BusLevels> out_forth("out_forth");
  sc_core::sc_signal<DequeueLevels> out_back("out_back");
  sc_core::sc_event now("now");
  const AtEvent far("far", now, [&] { out_back.write({2}); });
  cell.out[right].forth(out_forth);
  cell.out[right].back(out_back);
  test::run_for(1);
  cell.levels.forth[right] = {0x11, 4};
  step(cell);
  EXPECT_EQ(out_forth.read(), (BusLevels{0x11, 4}));
  now.notify(sc_core::SC_ZERO_TIME);
  test::run_for(1);
  step(cell);
  EXPECT_EQ(cell.seen.back[right], DequeueLevels{2});
  EXPECT_EQ(cell.activity.size(), 1) << "what wakes the cell beside its sleeper";
}

}  // namespace
}  // namespace weft
