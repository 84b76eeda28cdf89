// What the page of the T9000 shows beside occam, at all levels: a bounded buffer, a farm with a
// resource, a ring of philosophers.
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw/t9000/event_channel.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

// Processes take turns on a processor, as on a transputer. Six T9000s at two C104s.
const std::string six =
    "network: {topology: mesh, shape: 2x1, processors: 3, cpu: {scheduling: processes}}\n";

/// What a program has noted, and when.
template <class Value>
using Noted = std::vector<std::pair<Time, Value>>;

template <class Value>
std::vector<Value> values_of(const Noted<Value>& noted) {
  std::vector<Value> values;
  for (const auto& [time, value] : noted) values.push_back(value);
  return values;
}

/// A machine of each level in one kernel, with what its programs noted.
template <class Value>
struct AllLevels {
  /// `start` starts the programs of a machine.
  explicit AllLevels(const std::function<void(ProgramMachine&, Noted<Value>&)>& start) {
    for (const char* level : {"signal", "token", "rtl", "stream", "packet"}) {
      machines.push_back(std::make_unique<ProgramMachine>(six, level));
      start(*machines.back(), noted.emplace_back());
    }
  }

  /// Until all programs that are to end have, at all levels.
  void run(std::size_t ends) {
    for (Time time = 0; time < millisecond && !all_have(ends); time += 20 * microsecond) {
      run_for(20 * microsecond);
    }
    EXPECT_TRUE(all_have(ends));
  }
  bool all_have(std::size_t ends) const {
    for (const auto& machine : machines) {
      std::size_t ended = 0;
      for (const Process& process : machine->processes) ended += process.finished() ? 1 : 0;
      if (ended < ends) return false;
    }
    return true;
  }
  /// Signal, token and rtl have the same at the same times.
  void expect_equal_times() const {
    EXPECT_FALSE(noted[0].empty());
    EXPECT_EQ(noted[1], noted[0]);
    EXPECT_EQ(noted[2], noted[0]);
  }

  std::vector<std::unique_ptr<ProgramMachine>> machines;
  std::deque<Noted<Value>> noted;  // in the order of the levels
};

// --- a bounded buffer

Program buffer(Process& self, Socket in, Socket out) {
  std::deque<int> held;
  for (;;) {
    const std::size_t chosen = co_await self.alt(Guard::when(held.size() < 4, in),  //
                                                 Guard::when(!held.empty(), out));
    if (chosen == 0) {
      const ReceivedMessage message = co_await self.receive(in);
      held.push_back(message.as<int>().front());
    } else {
      co_await self.receive(out);  // a request
      const std::array next{held.front()};
      co_await self.send(out, next);
      held.pop_front();
    }
  }
}

// Eight values at once, then eight slowly.
Program produce(Process& self, Socket buffered) {
  for (int i = 0; i < 16; ++i) {
    if (i >= 8) co_await self.compute(5 * microsecond);
    const std::array value{i * i};
    co_await self.send(buffered, value);
  }
}

Program consume(Process& self, Socket buffered, Noted<int>& noted) {
  for (int i = 0; i < 16; ++i) {
    co_await self.send(buffered, 0);
    const ReceivedMessage message = co_await self.receive(buffered);
    noted.push_back({self.now(), message.as<int>().front()});
    co_await self.compute(4 * microsecond);
  }
}

TEST(OccamExamples, a_bounded_buffer_is_the_same_at_all_levels) {
  AllLevels<int> levels([](ProgramMachine& machine, Noted<int>& noted) {
    SocketTable& sockets = *machine.sockets;
    machine.start(0, "producer", produce, sockets.to(0, 1));
    machine.start(1, "buffer", buffer, sockets.to(1, 0), sockets.to(1, 4));
    machine.start(4, "consumer", consume, sockets.to(4, 1), std::ref(noted));
  });
  levels.run(2);
  levels.expect_equal_times();
  std::vector<int> squares;
  for (int i = 0; i < 16; ++i) squares.push_back(i * i);
  for (const Noted<int>& noted : levels.noted) EXPECT_EQ(values_of(noted), squares);
}

// --- a farm

constexpr unsigned no_job = ~0U;

Program farmer(Process& self, Resource& workers, unsigned jobs, Noted<unsigned>& noted) {
  unsigned given = 0;
  unsigned answered = 0;
  while (answered < jobs) {
    const Socket worker = co_await self.grant(workers);
    const ReceivedMessage result = co_await self.receive(worker);  // none with the first claim
    if (result.bytes != 0) {
      noted.push_back({self.now(), result.as<unsigned>().front()});
      ++answered;
    }
    const std::array job{given < jobs ? given++ : no_job};
    co_await self.send(worker, job);
    if (job[0] != no_job) self.mark(workers, worker);
  }
}

Program worker(Process& self, Socket master) {
  co_await self.send(master, 0);
  for (;;) {
    const ReceivedMessage message = co_await self.receive(master);
    const unsigned job = message.as<unsigned>().front();
    if (job == no_job) co_return;
    co_await self.compute((5 + 7 * (job % 3)) * microsecond);
    const std::array result{job * job};
    co_await self.send(master, result);  // claims the farmer
  }
}

TEST(OccamExamples, a_farm_is_the_same_at_all_levels) {
  std::deque<Resource> resources;
  AllLevels<unsigned> levels([&](ProgramMachine& machine, Noted<unsigned>& noted) {
    SocketTable& sockets = *machine.sockets;
    Resource& workers = resources.emplace_back("farmer", sockets.core(0));
    for (const std::size_t at : {1U, 3U, 5U}) {
      workers.mark(sockets.to(0, at), 0);
      machine.start(at, "worker", worker, sockets.to(at, 0));
    }
    const auto [near, here] = sockets.connect(0, 0);  // one beside the farmer
    workers.mark(here, 0);
    machine.start(0, "worker", worker, near);
    machine.processes.start(Priority::high, "farmer", sockets.core(0), farmer, std::ref(workers),
                            20U, std::ref(noted));
  });
  levels.run(5);
  levels.expect_equal_times();
  for (const Noted<unsigned>& noted : levels.noted) {
    std::vector<unsigned> results = values_of(noted);
    std::sort(results.begin(), results.end());
    ASSERT_EQ(results.size(), 20U);
    for (unsigned job = 0; job < 20; ++job) EXPECT_EQ(results[job], job * job);
  }
}

// --- philosophers

// A fork goes to who asks first, and comes back.
Program table_fork(Process& self, Socket left, Socket right) {
  for (;;) {
    const std::size_t chosen = co_await self.alt(left, right);
    const Socket holder = chosen == 0 ? left : right;
    co_await self.receive(holder);
    co_await self.receive(holder);
  }
}

/// How a philosopher sits: the sockets to both forks, and to the butler, if there is one.
struct Seat {
  Socket left;
  Socket right;
  Socket butler;
};

Program philosopher(Process& self, unsigned number, Seat seat, Noted<unsigned>& noted) {
  for (unsigned meal = 0; meal < 3; ++meal) {
    co_await self.compute(3 * microsecond);  // thinks
    if (seat.butler.connected()) co_await self.send(seat.butler, 0);
    co_await self.send(seat.left, 0);
    co_await self.compute(2 * microsecond);
    co_await self.send(seat.right, 0);
    co_await self.compute(5 * microsecond);  // eats
    noted.push_back({self.now(), number});
    co_await self.send(seat.left, 0);
    co_await self.send(seat.right, 0);
    if (seat.butler.connected()) co_await self.send(seat.butler, 0);
  }
}

// Lets four of five sit down. What comes from one who sits is that it gets up.
Program butler(Process& self, std::vector<Socket> seats) {
  std::vector<bool> sits(seats.size(), false);
  std::size_t seated = 0;
  for (;;) {
    std::vector<Guard> guards;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      guards.push_back(Guard::when(sits[i] || seated + 1 < seats.size(), seats[i]));
    }
    const std::size_t chosen = co_await self.alt_of(std::move(guards));
    co_await self.receive(seats[chosen]);
    sits[chosen] = !sits[chosen];
    sits[chosen] ? ++seated : --seated;
  }
}

// Philosopher and fork i are at processor i, the butler at the last; the right fork is the next.
void lay_table(ProgramMachine& machine, bool with_butler, Noted<unsigned>& noted) {
  SocketTable& sockets = *machine.sockets;
  std::vector<Socket> seats;
  std::vector<Socket> of_forks;  // the left fork's end towards its own philosopher
  for (unsigned i = 0; i < 5; ++i) {
    const auto [hand, fork] = sockets.connect(i, i);
    of_forks.push_back(fork);
    seats.push_back(sockets.to(5, i));
    const Seat seat{hand, sockets.to(i, (i + 1) % 5), with_butler ? sockets.to(i, 5) : Socket()};
    machine.start(i, "philosopher", philosopher, i, seat, std::ref(noted));
  }
  for (unsigned i = 0; i < 5; ++i) {
    machine.start(i, "fork", table_fork, of_forks[i], sockets.to(i, (i + 4) % 5));
  }
  if (with_butler) machine.start(5, "butler", butler, seats);
}

TEST(OccamExamples, philosophers_with_a_butler_dine_at_all_levels) {
  AllLevels<unsigned> levels(
      [](ProgramMachine& machine, Noted<unsigned>& noted) { lay_table(machine, true, noted); });
  levels.run(5);
  levels.expect_equal_times();
  for (const Noted<unsigned>& noted : levels.noted) {
    std::vector<unsigned> meals(5, 0);
    for (const auto& [time, who] : noted) ++meals[who];
    EXPECT_EQ(meals, std::vector<unsigned>(5, 3));
  }
}

TEST(OccamExamples, philosophers_without_a_butler_starve_and_the_watchdog_names_them) {
  AllLevels<unsigned> levels(
      [](ProgramMachine& machine, Noted<unsigned>& noted) { lay_table(machine, false, noted); });
  constexpr Time period = 50 * microsecond;
  std::deque<TransputerWatchdog> watchdogs;
  for (const auto& machine : levels.machines) {
    watchdogs.emplace_back(machine->system, &machine->processes, period);
  }
  std::vector<std::string> texts(watchdogs.size());
  for (Time now = period; now <= 4 * period; now += period) {
    run_for(period);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].empty()) texts[i] = watchdogs[i].look(now);
    }
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(levels.noted[i].empty());
    for (unsigned seat = 0; seat < 5; ++seat) {
      const std::string& here = levels.machines[i]->sockets->name(seat);
      const std::string& right = levels.machines[i]->sockets->name((seat + 1) % 5);
      const std::string line =
          fmt::format("\n  {}/philosopher waits until its message to {} is received", here, right);
      EXPECT_NE(texts[i].find(line), std::string::npos) << texts[i];
    }
  }
}

// --- events

Program output_twice(Process& self, EventChannel& event, Noted<int>& noted) {
  co_await self.sleep_until(1 * microsecond);
  for (int i = 0; i < 2; ++i) {
    co_await self.send(event);
    noted.push_back({self.now(), i});
  }
}

Program input_twice(Process& self, EventChannel& event, Noted<int>& noted) {
  for (int i = 0; i < 2; ++i) {
    co_await self.wait(event);
    noted.push_back({self.now(), i});
  }
}

TEST(OccamExamples, an_output_to_an_event_waits_for_its_acknowledgement) {
  ProgramMachine machine(six, "token");
  T9000Core& left = machine.sockets->core(0);
  T9000Core& right = machine.sockets->core(1);
  EventChannel ready("left.event0", left, EventDirection::output);
  EventChannel heard("right.event2", right);
  EventChannel::join(ready, heard, 3 * nanosecond);  // of wire
  Noted<int> of_left;
  Noted<int> of_right;
  machine.start(0, "left", output_twice, std::ref(ready), std::ref(of_left));
  machine.start(1, "right", input_twice, std::ref(heard), std::ref(of_right));
  run_for(2 * microsecond);
  const auto at = [](Time time, int i) { return std::pair(time * nanosecond, i); };
  EXPECT_EQ(of_right, (Noted<int>{at(1010, 0), at(1050, 1)}));
  EXPECT_EQ(of_left, (Noted<int>{at(1020, 0), at(1060, 1)}));
}

}  // namespace
}  // namespace weft::test
