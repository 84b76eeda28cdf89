// Programs whose messages say something.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/testbench/program_support.hpp"

namespace weft::test {
namespace {

struct Point {
  float x;
  std::int32_t n;

  friend bool operator==(const Point&, const Point&) = default;
};

struct Seen {
  std::vector<double> numbers;
  std::vector<Point> points;
  std::size_t of_a_length = 1;
};

Program tell(Process& self, Socket socket) {
  std::vector<double> numbers{1.5, -2.25, 1e300};
  const PendingSend pending = self.post(socket, numbers);
  numbers.assign(3, 0.0);  // what is sent is a copy
  co_await self.send(socket, std::array{Point{0.5F, 7}, Point{-1, -8}});
  co_await self.send(socket, 100U);
  co_await pending;
}

Program listen(Process& self, Socket socket, Seen& seen) {
  seen.numbers = (co_await self.receive(socket)).as<double>();
  seen.points = (co_await self.receive(socket)).as<Point>();
  seen.of_a_length = (co_await self.receive(socket)).content().size();
}

void expect_all(const Seen& seen) {
  EXPECT_EQ(seen.numbers, (std::vector<double>{1.5, -2.25, 1e300}));
  EXPECT_EQ(seen.points, (std::vector<Point>{{0.5F, 7}, {-1, -8}}));
  EXPECT_EQ(seen.of_a_length, 0U);
}

TEST(ProgramContent, comes_out_of_receive_as_it_went_into_send) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  Seen seen;
  two.processes().start("a", two.left(), tell, out);
  two.processes().start("b", two.right(), listen, in, std::ref(seen));
  two.run(200 * microsecond);
  expect_all(seen);
}

TEST(ProgramContent, goes_over_local_sockets_too) {
  TwoProcessors two({}, 1 * microsecond);
  const auto [out, in] = two.sockets().connect(0, 0);
  Seen seen;
  two.processes().start("a", two.left(), tell, out);
  two.processes().start("b", two.left(), listen, in, std::ref(seen));
  two.run(200 * microsecond);
  expect_all(seen);
}

TEST(ProgramContent, of_a_long_message_is_in_order) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  std::vector<std::uint32_t> received;
  two.processes().start(
      "a", two.left(),
      [](Process& self, Socket socket) -> Program {
        std::vector<std::uint32_t> counting(1000);
        for (std::uint32_t i = 0; i < counting.size(); ++i) counting[i] = 7 * i;
        co_await self.send(socket, counting);
      },
      out);
  two.processes().start(
      "b", two.right(),
      [](Process& self, Socket socket, std::vector<std::uint32_t>& into) -> Program {
        into = (co_await self.receive(socket)).as<std::uint32_t>();
      },
      in, std::ref(received));
  two.run(1 * millisecond);
  ASSERT_EQ(received.size(), 1000U);
  for (std::uint32_t i = 0; i < received.size(); ++i) EXPECT_EQ(received[i], 7 * i);
}

Program tell_number(Process& self, Socket socket, Time after, int number) {
  co_await self.sleep(after);
  co_await self.send(socket, std::array{number});
}

// The second channel's message is there before it is asked for, the first one's comes later, and
// two of the third one's are asked for.
TEST(ProgramContent, of_receive_each_is_in_the_order_of_the_sockets) {
  TwoProcessors two;
  std::vector<Socket> in;
  for (int i = 0; i < 3; ++i) {
    const auto [out, end] = two.sockets().connect(0, 1);
    in.push_back(end);
    two.processes().start("a", two.left(), tell_number, out,
                          i == 1 ? 0 : (40 - 10 * i) * microsecond, i);
    if (i == 2) two.processes().start("c", two.left(), tell_number, out, 60 * microsecond, 3);
  }
  std::vector<int> numbers;
  two.processes().start(
      "b", two.right(),
      [](Process& self, std::vector<Socket> sockets, std::vector<int>& into) -> Program {
        co_await self.sleep(20 * microsecond);
        for (const ReceivedMessage& message : co_await self.receive_each(sockets)) {
          into.push_back(message.as<int>().at(0));
        }
      },
      std::vector{in[2], in[0], in[1], in[2]}, std::ref(numbers));
  two.run(200 * microsecond);
  EXPECT_EQ(numbers, (std::vector<int>{2, 0, 1, 3}));
}

}  // namespace
}  // namespace weft::test
