// Programs over sockets.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "tests/support/expected_report.hpp"
#include "tests/testbench/program_support.hpp"

namespace weft::test {
namespace {

using Times = std::vector<Time>;

Program send_one(Process& self, Socket socket, unsigned bytes, Times& done) {
  co_await self.send(socket, bytes);
  done.push_back(self.now());
}

Program receive_after(Process& self, Socket socket, Time pause,
                      std::vector<ReceivedMessage>& received, Times& done) {
  co_await self.sleep(pause);
  received.push_back(co_await self.receive(socket));
  done.push_back(self.now());
}

TEST(Program, blocking_send_ends_when_the_message_is_acknowledged) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  std::vector<ReceivedMessage> received;
  Times sent;
  Times arrived;
  two.processes().start("a", two.left(), send_one, out, 100U, std::ref(sent));
  two.processes().start("b", two.right(), receive_after, in, Time{0}, std::ref(received),
                        std::ref(arrived));
  two.run(100 * microsecond);
  ASSERT_EQ(sent.size(), 1U);
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].bytes, 100U);
  EXPECT_EQ(two.left().counters().messages_sent, 1U);
  // 100 bytes in four packets, 10 bits a byte, 14 for each header and end, 100 Mbit/s
  EXPECT_GT(arrived[0], (100 * 10 + 4 * 14) * 10 * nanosecond);
}

TEST(Program, blocking_send_waits_for_a_receiver) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  std::vector<ReceivedMessage> received;
  Times sent;
  Times arrived;
  two.processes().start("a", two.left(), send_one, out, 8U, std::ref(sent));
  two.processes().start("b", two.right(), receive_after, in, 50 * microsecond, std::ref(received),
                        std::ref(arrived));
  two.run(100 * microsecond);
  EXPECT_EQ(arrived, Times{50 * microsecond});
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_GT(sent[0], 50 * microsecond);
}

TEST(Program, send_does_not_wait_for_a_receiver_with_a_buffer) {
  T9000Parameters parameters;
  parameters.receive_buffer = 1;
  TwoProcessors two(parameters);
  const auto [out, in] = two.sockets().connect(0, 1);
  Times sent;
  two.processes().start("a", two.left(), send_one, out, 100U, std::ref(sent));
  two.run(100 * microsecond);
  EXPECT_EQ(sent.size(), 1U);
}

TEST(Program, posting_does_not_wait_and_its_result_can_be_awaited) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  Times times;
  std::vector<ReceivedMessage> received;
  Times arrived;
  two.processes().start(
      "a", two.left(),
      [](Process& self, Socket socket, Times& passed) -> Program {
        const PendingSend first = self.post(socket, 32);
        const PendingSend second = self.post(socket, 32);
        passed.push_back(self.now());
        EXPECT_EQ(self.outstanding(), 2U);
        co_await first;
        EXPECT_FALSE(second.done());
        EXPECT_EQ(self.outstanding(), 1U);
        passed.push_back(self.now());
        co_await second;
        EXPECT_EQ(self.outstanding(), 0U);
        co_await first;  // done long since
        passed.push_back(self.now());
      },
      out, std::ref(times));
  two.processes().start(
      "b", two.right(),
      [](Process& self, Socket socket) -> Program {
        co_await self.receive(socket);
        co_await self.sleep(20 * microsecond);
        co_await self.receive(socket);
      },
      in);
  two.run(100 * microsecond);
  ASSERT_EQ(times.size(), 3U);
  EXPECT_EQ(times[0], 0U);
  EXPECT_GT(times[1], 0U);
  EXPECT_LT(times[1], 20 * microsecond);
  EXPECT_GT(times[2], 20 * microsecond);
}

TEST(Program, receives_from_any_channel_in_the_order_of_arrival) {
  TwoProcessors two;
  std::vector<Socket> out;
  for (int i = 0; i < 3; ++i) out.push_back(two.sockets().connect(0, 1).first);
  std::vector<unsigned> order;
  two.processes().start(
      "a", two.left(),
      [](Process& self, std::vector<Socket> sockets) -> Program {
        for (const unsigned channel : {2U, 0U, 1U}) {
          self.post(sockets[channel], 8);
          co_await self.sleep(5 * microsecond);
        }
      },
      out);
  two.processes().start(
      "b", two.right(),
      [](Process& self, std::vector<unsigned>& channels) -> Program {
        co_await self.sleep(50 * microsecond);
        for (int i = 0; i < 3; ++i) channels.push_back((co_await self.receive_any()).channel);
      },
      std::ref(order));
  two.run(100 * microsecond);
  EXPECT_EQ(order, (std::vector<unsigned>{2, 0, 1}));
}

TEST(Program, receiving_from_a_socket_leaves_the_others) {
  TwoProcessors two;
  const auto [out0, in0] = two.sockets().connect(0, 1);
  const auto [out1, in1] = two.sockets().connect(0, 1);
  Times sent0;
  Times sent1;
  std::vector<ReceivedMessage> received;
  Times arrived;
  two.processes().start("a", two.left(), send_one, out0, 8U, std::ref(sent0));
  two.processes().start("b", two.left(), send_one, out1, 16U, std::ref(sent1));
  two.processes().start("c", two.right(), receive_after, in1, 20 * microsecond, std::ref(received),
                        std::ref(arrived));
  two.run(100 * microsecond);
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].bytes, 16U);
  EXPECT_EQ(sent1.size(), 1U);
  EXPECT_TRUE(sent0.empty());
}

TEST(Program, calls_another_as_a_procedure) {
  TwoProcessors two;
  Times times;
  static constexpr auto twice = [](Process& self, Time pause) -> Program {
    co_await self.sleep(pause);
    co_await self.sleep(pause);
  };
  two.processes().start(
      "a", two.left(),
      [](Process& self, Times& passed) -> Program {
        for (int i = 0; i < 3; ++i) {
          co_await twice(self, 1 * microsecond);
          passed.push_back(self.now());
        }
      },
      std::ref(times));
  two.run(100 * microsecond);
  EXPECT_EQ(times, (Times{2 * microsecond, 4 * microsecond, 6 * microsecond}));
  EXPECT_TRUE(two.processes().begin()->finished());
}

TEST(Program, any_to_any_channel_is_the_number_of_the_other_processor) {
  TwoProcessors two;
  two.sockets().reserve_any_to_any();
  const Socket at_left = two.sockets().to(0, 1);
  EXPECT_EQ(at_left.channel(), 1U);
  Times sent;
  Times arrived;
  std::vector<ReceivedMessage> received;
  two.processes().start("a", two.left(), send_one, at_left, 8U, std::ref(sent));
  two.processes().start("b", two.right(), receive_after, two.sockets().to(1, 0), Time{0},
                        std::ref(received), std::ref(arrived));
  two.run(100 * microsecond);
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].channel, 0U);
}

Program send_side_by_side(Process& self, SocketTable& sockets, std::vector<unsigned>& channels) {
  for (int i = 0; i < 3; ++i) {
    const Socket idle = sockets.idle_to(0, 1);
    channels.push_back(idle.channel());
    self.post(idle, 8);
  }
  co_await self.sleep(50 * microsecond);
  channels.push_back(sockets.idle_to(0, 1).channel());
}

// Channels 1 and 3 lead to processor 1. Nobody receives from the second one.
TEST(Program, messages_side_by_side_take_a_channel_that_sends_nothing) {
  TwoProcessors two;
  two.sockets().reserve_any_to_any(2);
  std::vector<unsigned> channels;
  Times arrived;
  std::vector<ReceivedMessage> received;
  two.processes().start("a", two.left(), send_side_by_side, std::ref(two.sockets()),
                        std::ref(channels));
  two.processes().start("b", two.right(), receive_after, two.sockets().to(1, 0), Time{0},
                        std::ref(received), std::ref(arrived));
  two.run(100 * microsecond);
  EXPECT_EQ(channels, (std::vector<unsigned>{1, 3, 3, 1}));
  EXPECT_EQ(two.sockets().processor_at(3), 1U);
}

TEST(Program, channels_side_by_side_are_as_many_as_there_are_headers) {
  TwoProcessors two;
  EXPECT_THROW(two.sockets().reserve_any_to_any(9), InputError);
  EXPECT_THROW(two.sockets().reserve_any_to_any(SocketTable::no_end), InputError);
  EXPECT_NO_THROW(two.sockets().reserve_any_to_any(8));
}

TEST(Program, headers_may_name_the_processor_only) {
  T9000Parameters parameters;
  parameters.addressing = Addressing::processor;
  TwoProcessors two(parameters);
  std::pair<Socket, Socket> last;
  for (int i = 0; i < 40; ++i) last = two.sockets().connect(0, 1);  // more than the headers
  Times sent;
  Times arrived;
  std::vector<ReceivedMessage> received;
  two.processes().start("a", two.left(), send_one, last.first, 8U, std::ref(sent));
  two.processes().start("b", two.right(), receive_after, last.second, Time{0}, std::ref(received),
                        std::ref(arrived));
  two.run(100 * microsecond);
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].channel, 39U);
  EXPECT_EQ(sent.size(), 1U);
}

TEST(Program, virtual_channels_run_out_with_an_input_error) {
  TwoProcessors two;
  for (int i = 0; i < 16; ++i) two.sockets().connect(0, 1);
  try {
    two.sockets().connect(0, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 75),
              "t.yaml: a workload that needs 17 or more virtual channels at 'left', which ");
  }
}

// --- the processor (thesis 4.1.3)

struct SharingCase {
  Time time_slice;
  Time period;
  unsigned processes;
};

class Sharing : public testing::TestWithParam<SharingCase> {};

TEST_P(Sharing, processes_that_compute_get_equal_shares_of_all_the_time) {
  T9000Parameters parameters;
  parameters.time_slice = GetParam().time_slice;
  TwoProcessors two(parameters);
  std::vector<std::uint64_t> cycles(GetParam().processes, 0);
  for (std::uint64_t& count : cycles) {
    two.processes().start(
        "compute", two.left(),
        [](Process& self, Time period, std::uint64_t& done) -> Program {
          for (;;) {
            co_await self.compute(period);
            ++done;
          }
        },
        GetParam().period, std::ref(count));
  }
  two.run(10 * millisecond);
  std::uint64_t sum = 0;
  for (const std::uint64_t count : cycles) {
    sum += count;
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(cycles[0]), 1);
  }
  const std::uint64_t all = 10 * millisecond / GetParam().period;
  EXPECT_LE(sum, all);
  EXPECT_GE(sum + GetParam().processes, all);
  EXPECT_EQ(two.left().processor().busy(10 * millisecond), 10 * millisecond);
}

INSTANTIATE_TEST_SUITE_P(Program, Sharing,
                         testing::Values(SharingCase{0, microsecond, 1},
                                         SharingCase{0, microsecond, 7},
                                         SharingCase{100 * microsecond, microsecond, 7},
                                         SharingCase{microsecond, 100 * microsecond, 7},
                                         SharingCase{microsecond, 1500 * nanosecond, 4}));

// --- errors

std::string error_of_run(Time duration) {
  const ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    TwoProcessors::run(duration);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return {};
}

Program fail_at(Process& self, Time time) {
  co_await self.sleep_until(time);
  throw std::runtime_error("no such neighbour");
}

TEST(ProgramErrors, exception_leaves_the_run_with_the_name_of_the_program) {
  TwoProcessors two;
  two.processes().start("node[1,2].cpu/0", two.left(), fail_at, 3 * microsecond);
  EXPECT_EQ(error_of_run(10 * microsecond), "program 'node[1,2].cpu/0': no such neighbour");
  EXPECT_EQ(sc_core::sc_time_stamp().value(), 3 * microsecond);
}

TEST(ProgramErrors, exception_of_a_procedure_can_be_caught_by_its_caller) {
  TwoProcessors two;
  std::string caught;
  two.processes().start(
      "a", two.left(),
      [](Process& self, std::string& text) -> Program {
        try {
          co_await fail_at(self, 3 * microsecond);
        } catch (const std::runtime_error& error) {
          text = error.what();
        }
      },
      std::ref(caught));
  two.run(10 * microsecond);
  EXPECT_EQ(caught, "no such neighbour");
}

TEST(ProgramErrors, sleeping_for_no_time_for_ever_is_found) {
  TwoProcessors two;
  two.processes().start("lazy", two.left(), [](Process& self) -> Program {
    co_await self.sleep(2 * nanosecond);
    for (;;) co_await self.sleep(0);
  });
  EXPECT_EQ(error_of_run(10 * microsecond),
            "program 'lazy': 1000000 steps at 2000 ps without any time passing");
}

TEST(ProgramErrors, computing_for_no_time_for_ever_is_found) {
  TwoProcessors two;
  two.processes().start("busy", two.left(), [](Process& self) -> Program {
    for (;;) co_await self.compute(0);
  });
  EXPECT_EQ(error_of_run(10 * microsecond),
            "program 'busy': 1000000 steps at 0 ps without any time passing");
}

TEST(ProgramErrors, posting_for_ever_is_found) {
  TwoProcessors two;
  two.processes().start(
      "chatty", two.left(),
      [](Process& self, Socket socket) -> Program {
        for (;;) self.post(socket, 1);
        co_return;
      },
      two.sockets().connect(0, 1).first);
  EXPECT_EQ(error_of_run(10 * microsecond),
            "program 'chatty': 1000000 steps at 0 ps without any time passing");
}

TEST(ProgramErrors, socket_of_another_processor) {
  TwoProcessors two;
  Times sent;
  two.processes().start("a", two.left(), send_one, two.sockets().connect(0, 1).second, 8U,
                        std::ref(sent));
  EXPECT_EQ(error_of_run(10 * microsecond), "program 'a': a socket of another processor");
}

// --- frames

struct Guard {
  explicit Guard(int& counter) : count(&counter) { ++*count; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() { --*count; }
  int* count;
};

TEST(ProgramFrames, are_freed_wherever_the_run_ended) {
  int alive = 0;
  {
    TwoProcessors two;
    static constexpr auto inner = [](Process& self, int& count) -> Program {
      const Guard guard(count);
      co_await self.sleep(second);
    };
    static constexpr auto outer = [](Process& self, int& count) -> Program {
      const Guard guard(count);
      co_await inner(self, count);
    };
    static constexpr auto waiting = [](Process& self, Socket socket, int& count) -> Program {
      const Guard guard(count);
      const PendingSend pending = self.post(socket, 1000);
      co_await pending;
    };
    two.processes().start("computes", two.left(), outer, std::ref(alive));
    two.processes().start("sends", two.left(), waiting, two.sockets().connect(0, 1).first,
                          std::ref(alive));
    two.run(10 * microsecond);
    EXPECT_EQ(alive, 3);
  }
  EXPECT_EQ(alive, 0);
}

TEST(ProgramFrames, are_freed_when_nothing_was_run) {
  int alive = 0;
  {
    TwoProcessors two;
    two.processes().start(
        "a", two.left(),
        [](Process& self, int& count) -> Program {
          const Guard guard(count);
          co_await self.sleep(second);
        },
        std::ref(alive));
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace weft::test
