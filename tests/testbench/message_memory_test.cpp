// Messages of T9000s that lie in memories behind TLM-2.0, on platforms.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "testbench/programs/memory_access.hpp"
#include "tests/support/expected_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {
namespace {

/// DRAM of 64 bits that is never refreshed: 3 clocks to open its only page, 4 to the first word,
/// `word_clocks` to each other one.
std::string dram(unsigned word_clocks) {
  return fmt::format(
      "name: test\nclock: 10 ns\n"
      "dram: {{word_bytes: 8, page_bytes: 16777216, activate_clocks: 3, access_clocks: 4, "
      "word_clocks: {}}}\n",
      word_clocks);
}

/// Clocks that a word takes, at either side; 0 for no memory.
struct WordClocks {
  unsigned left = 0;
  unsigned right = 0;
};

/// When messages came in at a side, and what they said.
struct Log {
  std::vector<Time> times;
  std::vector<std::vector<std::byte>> contents;
};

/// Two T9000s on a link, with memories; programs send from one to the other.
class Pair {
 public:
  explicit Pair(const std::string& level, WordClocks clocks, const std::string& port = "") {
    std::string components = "components:\n  left: {type: t9000}\n  right: {type: t9000}\n";
    std::string links = "routing: {channels: 8}\nlinks:\n  - {from: left.link0, to: right.link0}\n";
    const auto add = [&](const std::string& side, unsigned word_clocks) {
      if (word_clocks == 0) return;
      const std::string file = folder_.write(side + ".yaml", dram(word_clocks));
      components += fmt::format(
          "  {0}_port: {{type: memory_port, of: {0}{1}}}\n  {0}_store: {{type: dram, node: {2}}}\n",
          side, port, file);
      links += fmt::format("  - {{from: {0}_port.memory, to: {0}_store.memory}}\n", side);
    };
    add("left", clocks.left);
    add("right", clocks.right);
    static unsigned made = 0;  // several stand in one kernel
    machine_ =
        std::make_unique<ProgramMachine>(components + links, level, fmt::format("p{}_", made++));
  }

  /// From processor `from` to the other one, whose receipts are noted; `times` are when each is
  /// sent at the earliest. All go over a channel of their own.
  void send(std::size_t from, const std::vector<std::vector<std::byte>>& messages,
            const std::vector<Time>& times, Log& log) {
    const auto [out, in] = machine_->sockets->connect(from, 1 - from);
    machine_->start(
        from, "s",
        [](Process& self, Socket socket, std::vector<std::vector<std::byte>> all,
           std::vector<Time> at) -> Program {
          for (std::size_t i = 0; i < all.size(); ++i) {
            if (at[i] > self.now()) co_await self.sleep_until(at[i]);
            co_await self.send(socket, all[i]);
          }
        },
        out, messages, times);
    machine_->start(
        1 - from, "r",
        [](Process& self, Socket socket, std::size_t count, Log& into) -> Program {
          for (std::size_t i = 0; i < count; ++i) {
            const ReceivedMessage message = co_await self.receive(socket);
            into.times.push_back(self.now());
            const auto content = message.content();
            into.contents.emplace_back(content.begin(), content.end());
          }
        },
        in, messages.size(), std::ref(log));
  }
  ProgramMachine& machine() { return *machine_; }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<ProgramMachine> machine_;
};

std::vector<std::byte> bytes(std::size_t count, unsigned seed) {
  std::vector<std::byte> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = static_cast<std::byte>(31 * i + 7 * seed + 1);
  return made;
}

// --- times

class MessageMemoryAt : public testing::TestWithParam<const char*> {};

// A packet of 32 bytes is four words: 3 + 4 clocks to the first, 2 for each other one, 13 in all,
// and known at the next edge: 140 ns before it can go to its link, and 140 ns behind its end. Of
// the second message the page is open: 110 ns. Where there are NULs a packet begins behind one,
// which is 80 ns long.
TEST_P(MessageMemoryAt, takes_the_time_of_a_read_and_of_a_write_for_one_packet) {
  const std::vector<std::vector<std::byte>> messages{bytes(32, 1), bytes(32, 2)};
  const std::vector<Time> times{20 * microsecond, 40 * microsecond};
  Pair none(GetParam(), {0, 0});
  Pair left(GetParam(), {2, 0});
  Pair right(GetParam(), {0, 2});
  Pair both(GetParam(), {2, 2});
  std::array<Log, 4> logs;
  none.send(0, messages, times, logs[0]);
  left.send(0, messages, times, logs[1]);
  right.send(0, messages, times, logs[2]);
  both.send(0, messages, times, logs[3]);
  run_for(60 * microsecond);
  for (const Log& log : logs) ASSERT_EQ(log.contents, messages);
  const bool has_nuls = GetParam() != std::string("packet");
  const std::array<Time, 2> access{140 * nanosecond, 110 * nanosecond};
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(logs[2].times[i] - logs[0].times[i], access[i]) << "a write";
    EXPECT_EQ(logs[3].times[i] - logs[1].times[i], access[i]) << "a write, behind a read";
    const Time read = logs[1].times[i] - logs[0].times[i];
    if (has_nuls) {
      EXPECT_EQ(read % (80 * nanosecond), 0U);
      EXPECT_LT(read, access[i] + 80 * nanosecond);
      EXPECT_GT(read + 80 * nanosecond, access[i]);
    } else {
      EXPECT_EQ(read, access[i]);
    }
  }
}

// A word of 8 bytes in 2 us: 4 MB/s, where the link would carry more than 9. Two channels, so that
// one of them always has a packet; from the end of the first message of both on.
TEST_P(MessageMemoryAt, bounds_the_throughput_by_its_own) {
  const std::vector<std::vector<std::byte>> messages(10, bytes(256, 3));
  const std::vector<Time> times(10, 0);
  const std::array<WordClocks, 3> all{{{200, 0}, {0, 200}, {200, 200}}};
  std::array<Log, 3> logs;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    pairs.push_back(std::make_unique<Pair>(GetParam(), all[i]));
    pairs.back()->send(0, messages, times, logs[i]);
    pairs.back()->send(0, messages, times, logs[i]);
  }
  run_for(2 * millisecond);
  for (const Log& log : logs) {
    ASSERT_EQ(log.times.size(), 20U);
    const auto taken = static_cast<double>(log.times[19] - log.times[1]);
    EXPECT_NEAR(taken, 18 * 256 / 8 * 2e6, 0.001 * taken);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, MessageMemoryAt,
                         testing::Values("signal", "token", "stream", "packet"),
                         [](const auto& level) { return std::string(level.param); });

TEST(MessageMemory, has_equal_times_at_signal_and_token) {
  std::vector<Log> logs(2 * 4);
  std::vector<std::unique_ptr<Pair>> pairs;
  for (const char* level : {"signal", "token"}) {
    pairs.push_back(std::make_unique<Pair>(level, WordClocks{7, 30}));
    for (std::size_t from = 0; from < 2; ++from) {
      for (unsigned channel = 0; channel < 2; ++channel) {
        std::vector<std::vector<std::byte>> messages;
        std::vector<Time> times;
        for (const std::size_t length : {0U, 1U, 7U, 8U, 32U, 33U, 100U, 300U}) {
          messages.push_back(bytes(length, static_cast<unsigned>(from + 2 * channel)));
          times.push_back((10 + 13 * length) * nanosecond * (channel + 1));
        }
        Log& log = logs[4 * (pairs.size() - 1) + 2 * from + channel];
        pairs.back()->send(from, messages, times, log);
      }
    }
  }
  run_for(1 * millisecond);
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_EQ(logs[i].times.size(), 8U);
    EXPECT_EQ(logs[i].times, logs[i + 4].times);
    EXPECT_EQ(logs[i].contents, logs[i + 4].contents);
    EXPECT_EQ(logs[i].contents[7], bytes(300, static_cast<unsigned>(i / 2 + 2 * (i % 2))));
  }
}

// 31 packets follow another one. A read is known 110 ns behind the last edge at which the packet
// before could still be followed without a gap; so there are two NULs of 80 ns between them.
TEST(MessageMemory, without_a_buffer_ahead_each_packet_waits_for_its_read) {
  Pair ahead("token", {2, 0});
  Pair behind("token", {2, 0}, ", fetch_ahead: false");
  Log of_ahead, of_behind;
  ahead.send(0, {bytes(1024, 1)}, {20 * microsecond}, of_ahead);
  behind.send(0, {bytes(1024, 1)}, {20 * microsecond}, of_behind);
  run_for(300 * microsecond);
  ASSERT_EQ(of_behind.times.size(), 1U);
  EXPECT_EQ(of_behind.times[0] - of_ahead.times[0], 31 * 160 * nanosecond);
}

// --- one memory for channels and processes

// It takes turns with the packets that are read: these have every other access.
TEST(MessageMemory, is_shared_with_what_processes_load) {
  Pair pair("token", {200, 0});
  Log log;
  const std::vector<std::vector<std::byte>> messages(5, bytes(256, 3));
  const std::vector<Time> times(5, 0);
  pair.send(0, messages, times, log);
  pair.send(0, messages, times, log);
  pair.machine().start(0, "loads", [](Process& self) -> Program {
    for (;;) co_await self.load(0x8000, 4);
  });
  run_for(2 * millisecond);
  ASSERT_EQ(log.times.size(), 10U);
  const auto taken = static_cast<double>(log.times[9] - log.times[1]);
  EXPECT_NEAR(taken, 2 * 8 * 256 / 8 * 2e6, 0.001 * taken);
}

// What is stored over a message before its packet is read is what is sent; what comes in can be
// loaded where it lies.
TEST(MessageMemory, is_where_messages_are_sent_from_and_come_in) {
  Pair pair("token", {2, 2}, ", messages_at: 4096");
  const auto [out, in] = pair.machine().sockets->connect(0, 1);
  std::vector<std::uint64_t> received, loaded;
  pair.machine().start(
      0, "s",
      [](Process& self, Socket socket) -> Program {
        std::vector<std::uint64_t> words(64);
        std::iota(words.begin(), words.end(), 100);
        const PendingSend pending = self.post(socket, words);
        std::vector<std::uint64_t> other(1, 7777);
        co_await self.store(4096 + 8 * 60, std::move(other));
        co_await pending;
      },
      out);
  pair.machine().start(
      1, "r",
      [](Process& self, Socket socket, std::vector<std::uint64_t>& got,
         std::vector<std::uint64_t>& found) -> Program {
        got = (co_await self.receive(socket)).as<std::uint64_t>();
        found = co_await self.load(4096, 64);
      },
      in, std::ref(received), std::ref(loaded));
  run_for(200 * microsecond);
  ASSERT_EQ(received.size(), 64U);
  EXPECT_EQ(received[59], 159U);
  EXPECT_EQ(received[60], 7777U);
  EXPECT_EQ(loaded, received);
}

TEST(MessageMemory, is_asked_for_by_who_loads) {
  Pair pair("token", {0, 0});
  pair.machine().start(0, "loads", [](Process& self) -> Program { co_await self.load(0, 1); });
  const ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    run_for(microsecond);
    FAIL();
  } catch (const sc_core::sc_report& report) {
    EXPECT_EQ(report.get_msg(), std::string("program 'left/loads': a process loads or stores, and "
                                            "its T9000 has no memory of messages"));
  }
}

}  // namespace
}  // namespace weft::test
