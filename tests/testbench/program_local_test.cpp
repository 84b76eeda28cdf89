// Sockets between processes of one processor.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "tests/testbench/program_support.hpp"

namespace weft::test {
namespace {

using Times = std::vector<Time>;

Program send_two(Process& self, Socket socket, Times& done) {
  for (int i = 0; i < 2; ++i) {
    co_await self.send(socket, 32);
    done.push_back(self.now());
  }
}

Program receive_two(Process& self, Socket socket, Time pause, Times& done) {
  for (int i = 0; i < 2; ++i) {
    co_await self.sleep(pause);
    const ReceivedMessage message = co_await self.receive(socket);
    EXPECT_EQ(message.bytes, 32U);
    EXPECT_EQ(message.channel, local_channel_number);
    done.push_back(self.now());
  }
}

struct LocalRun {
  Times sent;
  Times received;
};

LocalRun run_local(unsigned receive_buffer, Time copying, Time pause) {
  T9000Parameters parameters;
  parameters.receive_buffer = receive_buffer;
  TwoProcessors two(parameters, copying);
  const auto [out, in] = two.sockets().connect(0, 0);
  LocalRun times;
  two.processes().start("a", two.left(), send_two, out, std::ref(times.sent));
  two.processes().start("b", two.left(), receive_two, in, pause, std::ref(times.received));
  two.run(100 * microsecond);
  EXPECT_EQ(two.left().counters().packets_sent, 0U);
  return times;
}

TEST(ProgramLocalSocket, sender_and_receiver_meet) {
  const LocalRun times = run_local(0, 0, 3 * microsecond);
  EXPECT_EQ(times.received, (Times{3 * microsecond, 6 * microsecond}));
  EXPECT_EQ(times.sent, (Times{3 * microsecond, 6 * microsecond}));
}

TEST(ProgramLocalSocket, buffer_takes_a_message_before_the_receive) {
  const LocalRun times = run_local(1, 0, 3 * microsecond);
  EXPECT_EQ(times.sent, (Times{0, 3 * microsecond}));
  EXPECT_EQ(times.received, (Times{3 * microsecond, 6 * microsecond}));
}

TEST(ProgramLocalSocket, copying_takes_its_time) {
  const LocalRun times = run_local(0, 2 * microsecond, 0);
  EXPECT_EQ(times.received, (Times{2 * microsecond, 4 * microsecond}));
  EXPECT_EQ(times.sent, (Times{2 * microsecond, 4 * microsecond}));
}

TEST(ProgramLocalSocket, carries_both_ways_and_a_process_may_send_to_itself) {
  TwoProcessors two;
  const auto [here, there] = two.sockets().connect(0, 0);
  Times passed;
  two.processes().start(
      "a", two.left(),
      [](Process& self, Socket one, Socket other, Times& done) -> Program {
        for (int i = 0; i < 100'000; ++i) {  // no stack grows
          self.post(one, 1);
          self.post(other, 1);
          co_await self.receive(other);
          co_await self.receive(one);
          if (i % 1000 == 0) co_await self.sleep(1 * nanosecond);
        }
        done.push_back(self.now());
      },
      here, there, std::ref(passed));
  two.run(1 * microsecond);
  EXPECT_EQ(passed, Times{100 * nanosecond});
}

TEST(ProgramLocalSocket, bounces_a_message_in_no_time) {
  TwoProcessors two;
  const auto [here, there] = two.sockets().connect(0, 0);
  std::uint64_t steps = 0;
  const auto bounce = [](Process& self, Socket socket, bool first,
                         std::uint64_t& count) -> Program {
    if (first) co_await self.send(socket, 1);
    for (; count < 10'000; ++count) {
      co_await self.receive(socket);
      co_await self.send(socket, 1);
    }
  };
  two.processes().start("a", two.left(), bounce, here, true, std::ref(steps));
  two.processes().start("b", two.left(), bounce, there, false, std::ref(steps));
  two.run(1 * nanosecond);
  EXPECT_EQ(steps, 10'000U);
}

}  // namespace
}  // namespace weft::test
