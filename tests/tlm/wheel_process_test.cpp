// The event wheel in the kernel, and what it evaluates.
#include "tlm/engine/wheel_process.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/tlm/silent_alarm.hpp"
#include "tlm/engine/kernel_steps.hpp"
#include "tlm/engine/wheel_cycles.hpp"

namespace weft {
namespace {

struct Client : sc_core::sc_module {
  SC_HAS_PROCESS(Client);
  Client(sc_core::sc_module_name name, Wheel& to)
      : sc_module(name), wheel(&to), entry(WheelEntry::calling<&Client::fire>(this, Phase::act)) {
    SC_THREAD(run);
  }
  void fire() {
    fired.push_back(wheel->now());
    EXPECT_EQ(wheel->now(), sc_core::sc_time_stamp().value());
  }
  void run() {
    wait(sc_core::sc_time::from_value(300));
    wheel->schedule(entry, 1000);
    wait(sc_core::sc_time::from_value(200));
    wheel->schedule(entry, 600);  // earlier than what the kernel awaits
    wait(sc_core::sc_time::from_value(500));
    wheel->schedule(entry, 1000);  // at once
    wait(sc_core::sc_time::from_value(5 * millisecond));
    wheel->schedule(entry, 9 * millisecond);
    wait(sc_core::sc_time::from_value(20));
    wheel->cancel(entry);
    wheel->schedule(entry, 7 * millisecond);
  }
  Wheel* wheel;
  WheelEntry entry;
  std::vector<Time> fired;
};

TEST(WheelProcess, wakes_for_what_is_scheduled_from_outside) {
  WheelProcess engine("engine");
  Client client("client", engine.wheel());
  sc_core::sc_start(10, sc_core::SC_MS);
  EXPECT_EQ(client.fired, (std::vector<Time>{600, 1000, 7 * millisecond}));
}

/// Fires each 100 ps and notes when, by the kernel's clock, and in which of its delta cycles.
struct Ticker {
  explicit Ticker(Wheel& of)
      : wheel(&of), entry(WheelEntry::calling<&Ticker::fire>(this, Phase::act)) {
    wheel->schedule(entry, 100);
  }
  void fire() {
    log.push_back(sc_core::sc_time_stamp().value());
    deltas.insert(sc_core::sc_delta_count());
    if (wheel->now() == pauses_at) sc_core::sc_pause();
    wheel->schedule(entry, wheel->now() + 100);
  }
  Wheel* wheel;
  WheelEntry entry;
  std::vector<Time> log;
  std::set<sc_dt::uint64> deltas;
  Time pauses_at = never;
};

/// Another process: notes its times in the same log.
struct Other : sc_core::sc_module {
  SC_HAS_PROCESS(Other);
  Other(sc_core::sc_module_name name, std::vector<Time>& into) : sc_module(name), log(&into) {
    SC_THREAD(run);
  }
  void run() {
    for (const Time pause : {250, 130, 1}) {  // at 250, 380 and 381
      wait(sc_core::sc_time::from_value(pause));
      log->push_back(sc_core::sc_time_stamp().value());
    }
  }
  std::vector<Time>* log;
};

TEST(WheelProcess, goes_on_without_the_kernel_while_nobody_else_would_wake) {
  WheelProcess engine("engine");
  Ticker ticker(engine.wheel());
  run_kernel(1000);  // what is due at the end comes with the next run
  EXPECT_EQ(ticker.log, (std::vector<Time>{100, 200, 300, 400, 500, 600, 700, 800, 900}));
  EXPECT_EQ(ticker.deltas.size(), 1U);
  EXPECT_EQ(sc_core::sc_time_stamp().value(), 1000U);
  run_kernel(1001);
  EXPECT_EQ(ticker.log.back(), 1000U);
}

TEST(WheelProcess, wakes_for_each_time_where_the_end_of_the_run_is_not_told) {
  WheelProcess engine("engine");
  Ticker ticker(engine.wheel());
  sc_core::sc_start(sc_core::sc_time::from_value(450));
  EXPECT_EQ(ticker.log, (std::vector<Time>{100, 200, 300, 400}));
  EXPECT_EQ(ticker.deltas.size(), 4U);
}

TEST(WheelProcess, lets_others_wake_at_their_times) {
  WheelProcess engine("engine");
  Ticker ticker(engine.wheel());
  const Other other("other", ticker.log);
  run_kernel(550);
  EXPECT_EQ(ticker.log, (std::vector<Time>{100, 200, 250, 300, 380, 381, 400, 500}));
  EXPECT_EQ(ticker.deltas.size(), 3U);
}

/// A method that a time of the wheel makes ready, within the same delta cycle.
struct Woken : sc_core::sc_module {
  SC_HAS_PROCESS(Woken);
  Woken(sc_core::sc_module_name name, Wheel& wheel)
      : sc_module(name), entry(WheelEntry::calling<&Woken::fire>(this, Phase::act)) {
    SC_METHOD(run);
    sensitive << ready;
    dont_initialize();
    wheel.schedule(entry, 300);
  }
  void fire() { ready.notify(); }
  void run() { woken.push_back(sc_core::sc_time_stamp().value()); }
  sc_core::sc_event ready;
  WheelEntry entry;
  std::vector<Time> woken;
};

TEST(WheelProcess, lets_run_at_once_whom_it_has_made_ready) {
  WheelProcess engine("engine");
  Ticker ticker(engine.wheel());
  const Woken woken("woken", engine.wheel());
  run_kernel(1000);
  EXPECT_EQ(woken.woken, (std::vector<Time>{300}));
  EXPECT_EQ(ticker.log.back(), 900U);
}

TEST(WheelProcess, returns_to_the_kernel_when_the_run_is_paused) {
  WheelProcess engine("engine");
  Ticker ticker(engine.wheel());
  ticker.pauses_at = 300;
  run_kernel(1000);
  EXPECT_EQ(sc_core::sc_time_stamp().value(), 300U);
  EXPECT_EQ(ticker.log.back(), 300U);
  run_kernel(1000);
  EXPECT_EQ(ticker.log.back(), 900U);
}

struct Core {
  std::vector<Time> evaluated;
  void evaluate(Time now) { evaluated.push_back(now); }
};

TEST(WheelCycles, evaluates_at_the_earliest_time_asked_for_and_forgets_the_others) {
  SilentAlarm alarm;
  Wheel wheel(alarm);
  Core core;
  WheelCycles<Core> cycles(wheel, core);
  cycles.evaluate_at(300);
  cycles.evaluate_at(100);
  cycles.evaluate_at(200);
  while (wheel.next() != never) wheel.fire(wheel.next());
  EXPECT_EQ(core.evaluated, std::vector<Time>{100});
}

}  // namespace
}  // namespace weft
