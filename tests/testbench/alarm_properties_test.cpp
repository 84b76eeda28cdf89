// Random platforms: an alarm is right, and is raised at every level.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/common/random.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

Program send_always(Process& self, Socket socket, unsigned bytes, Time pause) {
  for (;;) {
    co_await self.compute(pause);
    co_await self.send(socket, bytes);
  }
}

Program receive_always(Process& self, Socket socket) {
  for (;;) co_await self.receive(socket);
}

template <class T, std::size_t count>
T one_of(RandomStream& random, const std::array<T, count>& values) {
  return values[random.below(count)];
}

// --- no false alarm

struct Case {
  std::string level;
  unsigned seed;
  friend std::ostream& operator<<(std::ostream& out, const Case& one) {
    return out << one.level << " seed " << one.seed;
  }
};

std::vector<Case> cases(unsigned seeds) {
  std::vector<Case> all;
  for (const char* level : {"packet", "stream", "token", "signal", "rtl"}) {
    for (unsigned seed = 1; seed <= seeds; ++seed) all.push_back({level, seed});
  }
  return all;
}

/// A network that cannot deadlock, with slow parts: each can take many periods of a watchdog.
std::string slow_platform(RandomStream& random, bool by_bits) {
  const auto rate = by_bits ? one_of(random, std::array{10U, 25U, 100U})
                            : one_of(random, std::array{1U, 5U, 100U});
  const auto packet = by_bits ? one_of(random, std::array{32U, 128U})
                              : one_of(random, std::array{32U, 512U, 4096U});
  const std::string nodes =
      one_of(random, std::array<std::string, 4>{"network: {topology: mesh, shape: 2x2}\n",
                                                "network: {topology: ring, nodes: 4, width: 2}\n",
                                                "network: {topology: star, nodes: 4}\n",
                                                "components: {a: {type: t9000}, b: {type: t9000}}\n"
                                                "links: [{from: a.link0, to: b.link0}]\n"});
  return nodes +
         fmt::format(
             "defaults:\n"
             "  dslink: {{bit_rate: {0} Mbit/s, startup_bit_rate: {0} Mbit/s, "
             "disconnect_timeout: 3 us, error_reset: 20 us}}\n"
             "  t9000: {{packet_bytes: {1}, service_time: {2} us, acknowledgement_delay: {3} us}}\n"
             "  c104: {{routing_latency: {4} us}}\n",
             rate, packet, one_of(random, std::array{0U, 0U, by_bits ? 100U : 300U}),
             one_of(random, std::array{0U, 0U, by_bits ? 60U : 150U}),
             one_of(random, std::array{1U, 1U, 20U, by_bits ? 100U : 400U}));
}

class SlowPlatforms : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Random, SlowPlatforms, testing::ValuesIn(cases(6)));

// It is looked at as often as may be, and nobody ends the run.
TEST_P(SlowPlatforms, raise_no_alarm_while_messages_go_on) {
  RandomStream random(GetParam().seed, "slow platform");
  const bool by_bits = GetParam().level == "signal" || GetParam().level == "rtl";
  const std::string yaml = slow_platform(random, by_bits);
  ProgramMachine machine(yaml, GetParam().level);
  const std::size_t count = machine.count();
  const auto bytes = static_cast<unsigned>(1 + random.below(by_bits ? 128 : 4096));
  const Time pause = one_of(random, std::array<Time, 3>{0, 10 * microsecond, 700 * microsecond});
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t to = (i + 1 + random.below(static_cast<unsigned>(count - 1))) % count;
    machine.start(i, "sender", send_always, machine.sockets->to(i, to), bytes, pause);
    machine.start(to, fmt::format("from{}", i), receive_always, machine.sockets->to(to, i));
  }
  constexpr Time period = 20 * microsecond;
  TransputerWatchdog watchdog(machine.system, &machine.processes, period);
  const auto received = [&] {
    std::uint64_t messages = 0;
    for (std::size_t i = 0; i < count; ++i) {
      messages += processor_of(machine.system, i).counters().messages_received;
    }
    return messages;
  };
  const Time end = (by_bits ? 3 : 400) * millisecond;
  Time now = 0;
  while (now < end && received() < 4 * count) {
    run_for(period);
    now += period;
    ASSERT_EQ(watchdog.look(now), "") << yaml << "messages of " << bytes << ", pause " << pause;
    for (const Alarm& alarm : watchdog.alarms(now))
      ASSERT_FALSE(alarm.failure) << alarm.text << yaml;
  }
  EXPECT_GT(received(), 0U);
}

// --- no deadlock that is missed

/// A ring of three to six C104s with intervals that lead one way round, and packets that are longer
/// than the buffers between two of them.
std::string cyclic_ring(RandomStream& random, unsigned nodes) {
  const auto buffer = one_of(random, std::array{16U, 32U, 45U});
  std::string components;
  std::string links;
  for (unsigned i = 0; i < nodes; ++i) {
    std::string table;
    for (unsigned to = 0; to < nodes; ++to) {
      table += fmt::format("{{to: {}, links: link{}}}, ", nodes * (to + 1), to == i ? 0 : 1);
    }
    components += fmt::format(
        "  r{}: {{type: c104, links: 3, input_buffer: {}, output_buffer: {}, intervals: [{}]}}\n",
        i, buffer, one_of(random, std::array{1U, 8U, 20U}), table);
    links += fmt::format("  - {{from: p{0}.link0, to: r{0}.link0}}\n", i);
    links += fmt::format("  - {{from: r{0}.link1, to: r{1}.link2}}\n", i, (i + 1) % nodes);
  }
  for (unsigned i = 0; i < nodes; ++i) components += fmt::format("  p{}: {{type: t9000}}\n", i);
  return fmt::format(
      "routing: {{deadlock: allowed}}\ndefaults: {{t9000: {{packet_bytes: {}}}}}\ncomponents:\n{}"
      "links:\n{}",
      300 + random.below(400), components, links);
}

class CyclicRings : public testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Seed, CyclicRings, testing::Range(1U, 9U));

// All begin at once and pass two C104s or more, so that each has what the next one needs. (Where
// one comes later, whole packets, which stand at one place each, leave a place free.)
TEST_P(CyclicRings, that_deadlock_at_token_are_told_at_every_level) {
  RandomStream random(GetParam(), "cyclic ring");
  const auto nodes = static_cast<unsigned>(3 + random.below(4));
  const std::string yaml = cyclic_ring(random, nodes);
  std::vector<std::size_t> targets;
  for (std::size_t i = 0; i < nodes; ++i) {
    targets.push_back((i + 2 + random.below(nodes - 2)) % nodes);
  }
  constexpr Time period = 100 * microsecond;
  struct Level {
    std::unique_ptr<ProgramMachine> machine;
    std::unique_ptr<TransputerWatchdog> watchdog;
    std::string name;
    std::string told;
  };
  std::vector<Level> levels;
  for (const char* level : {"token", "packet", "stream", "rtl"}) {
    Level& one = levels.emplace_back();
    one.name = level;
    one.machine = std::make_unique<ProgramMachine>(yaml, level);
    for (std::size_t i = 0; i < nodes; ++i) {
      SocketTable& sockets = *one.machine->sockets;
      one.machine->start(i, "sender", send_always, sockets.to(i, targets[i]), 2048U, Time{0});
      one.machine->start(targets[i], fmt::format("from{}", i), receive_always,
                         sockets.to(targets[i], i));
    }
    one.watchdog =
        std::make_unique<TransputerWatchdog>(one.machine->system, &one.machine->processes, period);
  }
  for (Time now = period; now <= 40 * period; now += period) {
    if (std::none_of(levels.begin(), levels.end(),
                     [](const Level& one) { return one.told.empty(); })) {
      break;
    }
    run_for(period);
    for (Level& one : levels) {
      if (one.told.empty()) one.told = one.watchdog->look(now);
    }
  }
  EXPECT_EQ(levels[0].told.rfind("deadlock at ", 0), 0U) << levels[0].told;
  for (const Level& one : levels) {
    EXPECT_EQ(one.told.rfind("deadlock at ", 0), 0U) << one.name << " " << one.told;
    EXPECT_NE(one.told.find(" waits for r"), std::string::npos) << one.told;
  }
}

}  // namespace
}  // namespace weft::test
