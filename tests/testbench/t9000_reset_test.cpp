// A T9000 that is reset while its programs run, and begins them again.
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "hw/t9000/event_channel.hpp"
#include "hw/t9000/processor_control.hpp"
#include "hw/t9000/semaphore.hpp"
#include "testbench/programs/resource.hpp"
#include "tests/testbench/program_occam_support.hpp"

namespace weft::test {
namespace {

/// The left T9000 begins and is reset by commands; it begins with the run.
struct Controlled {
  explicit Controlled(T9000Parameters parameters = {}) : two(parameters) {}

  void begin() { ASSERT_TRUE(control.run(0)); }
  void reset_and_run() {
    const Time now = sc_core::sc_time_stamp().value();
    control.reset(now);
    ASSERT_TRUE(control.run(now));
  }

  TwoProcessors two;
  ProcessorControl control{two.left(), 16};
};

Program take_one_for_ever(Process& self, Semaphore& free, Times& taken) {
  for (;;) {
    co_await self.wait(free);
    taken.push_back(self.now());
  }
}

TEST(T9000Reset, takes_semaphores_back_to_their_begin) {
  Controlled controlled;
  Semaphore free("free", controlled.two.left().processor(), 2);
  Times taken;
  controlled.two.processes().start("taker", controlled.two.left(), take_one_for_ever,
                                   std::ref(free), std::ref(taken));
  controlled.begin();
  TwoProcessors::run(1 * microsecond);
  EXPECT_EQ(taken.size(), 2U);
  controlled.reset_and_run();
  EXPECT_EQ(free.count(), 2U);
  TwoProcessors::run(1 * microsecond);
  EXPECT_EQ(taken.size(), 4U);
}

Program send_one(Process& self, Socket socket, std::vector<std::uint8_t> values) {
  co_await self.send(socket, values);
  co_await self.sleep(1 * second);
}

Program receive_all(Process& self, Socket socket, std::vector<unsigned>& lengths) {
  for (;;) lengths.push_back((co_await self.receive(socket)).bytes);
}

// It has gone to the virtual channel processor, which cuts it into packets; 100 bytes take 10 us.
TEST(T9000Reset, lets_a_message_that_was_begun_go_to_its_end) {
  Controlled controlled;
  const auto [here, there] = controlled.two.sockets().connect(0, 1);
  std::vector<unsigned> lengths;
  controlled.two.processes().start("sender", controlled.two.left(), send_one, here,
                                   std::vector<std::uint8_t>(100));
  controlled.two.processes().start("receiver", controlled.two.right(), receive_all, there,
                                   std::ref(lengths));
  controlled.begin();
  TwoProcessors::run(6 * microsecond);
  EXPECT_TRUE(lengths.empty());
  controlled.reset_and_run();
  TwoProcessors::run(40 * microsecond);
  EXPECT_EQ(lengths, (std::vector<unsigned>{100, 100})) << "of the first and of the second begin";
}

// Of 100 bytes some packets had come in for the program that is gone.
TEST(T9000Reset, loses_a_message_that_has_come_in_in_part_and_says_so) {
  Controlled controlled;
  const auto [here, there] = controlled.two.sockets().connect(0, 1);
  std::vector<unsigned> lengths;
  controlled.two.processes().start("receiver", controlled.two.left(), receive_all, here,
                                   std::ref(lengths));
  controlled.two.processes().start(
      "sender", controlled.two.right(),
      [](Process& self, Socket socket) -> Program {
        co_await self.send(socket, 100);
        co_await self.send(socket, 7);
      },
      there);
  controlled.begin();
  TwoProcessors::run(6 * microsecond);
  controlled.reset_and_run();
  TwoProcessors::run(40 * microsecond);
  EXPECT_EQ(lengths, std::vector<unsigned>{7});
  EXPECT_EQ(controlled.two.left().counters().messages_lost, 1U);
}

Program halves(Process& self, Socket near, Socket far, Times& ended) {
  const auto sends = [](Process& branch, Socket socket) -> Program {
    co_await branch.compute(2 * microsecond);
    co_await branch.send(socket, 8);
  };
  const auto hears = [](Process& branch, Socket socket) -> Program {
    co_await branch.receive(socket);
  };
  co_await self.par(Branch(sends, near), Branch(hears, far));
  ended.push_back(self.now());
}

// At the reset one branch computes and the other waits for it at a local channel.
TEST(T9000Reset, takes_branches_and_local_channels_with_it) {
  Controlled controlled(turns());
  const auto [near, far] = controlled.two.sockets().connect(0, 0);
  Times ended;
  controlled.two.processes().start("halves", controlled.two.left(), halves, near, far,
                                   std::ref(ended));
  controlled.begin();
  TwoProcessors::run(1 * microsecond);
  controlled.reset_and_run();
  TwoProcessors::run(10 * microsecond);
  EXPECT_EQ(ended, Times{3 * microsecond + 10 * nanosecond}) << "an edge after the command";
}

Program serve_marked(Process& self, Resource& clients, Socket client,
                     std::vector<unsigned>& lengths) {
  for (;;) {
    self.mark(clients, client);
    const Socket granted = co_await self.grant(clients);
    const ReceivedMessage claim = co_await self.receive(granted);
    lengths.push_back(claim.bytes);
  }
}

TEST(T9000Reset, takes_the_marks_of_resources_away) {
  Controlled controlled;
  const auto [served, client] = controlled.two.sockets().connect(0, 1);
  Resource clients("clients", controlled.two.left());
  std::vector<unsigned> lengths;
  controlled.two.processes().start("server", controlled.two.left(), serve_marked, std::ref(clients),
                                   served, std::ref(lengths));
  for (const Time at : {2 * microsecond, 6 * microsecond}) {
    controlled.two.processes().start("client", controlled.two.right(), claim, client, at,
                                     std::vector{static_cast<unsigned>(at / microsecond)});
  }
  controlled.begin();
  TwoProcessors::run(4 * microsecond);
  controlled.reset_and_run();
  TwoProcessors::run(10 * microsecond);
  EXPECT_EQ(lengths, (std::vector<unsigned>{2, 6}));
}

Program take_event(Process& self, EventChannel& event, Times& taken) {
  for (;;) {
    co_await self.wait(event);
    taken.push_back(self.now());
  }
}

Program raise_once(Process& self, EventChannel& event, Time at) {
  co_await self.sleep_until(at);
  co_await self.send(event);
}

// Right raises its event at 1 us, `delay` from left, which takes all.
struct RaisedOnce : Controlled {
  explicit RaisedOnce(Time delay = 0) {
    EventChannel::join(out, in, delay);
    two.processes().start("taker", two.left(), take_event, std::ref(in), std::ref(taken));
    two.processes().start("raiser", two.right(), raise_once, std::ref(out), 1 * microsecond);
  }

  EventChannel out{"right.event0", two.right(), EventDirection::output};
  EventChannel in{"left.event0", two.left()};
  Times taken;
};

// The request stands at the pin before and after; it is taken by the second begin.
TEST(T9000Reset, sees_a_request_again_that_stands_at_an_event_pin) {
  RaisedOnce controlled;
  controlled.begin();
  TwoProcessors::run(500 * nanosecond);
  controlled.control.stop(500 * nanosecond);
  TwoProcessors::run(1 * microsecond);
  EXPECT_TRUE(controlled.taken.empty());
  controlled.reset_and_run();
  TwoProcessors::run(1 * microsecond);
  EXPECT_EQ(controlled.taken.size(), 1U);
  EXPECT_FALSE(controlled.out.out());
}

// At the reset it is taken, but not yet withdrawn: EventOut is high.
TEST(T9000Reset, takes_a_request_again_that_it_acknowledges_just_now) {
  RaisedOnce controlled{1 * microsecond};
  controlled.begin();
  TwoProcessors::run(2500 * nanosecond);
  EXPECT_EQ(controlled.taken.size(), 1U);
  EXPECT_TRUE(controlled.in.out() && controlled.out.out());
  controlled.reset_and_run();
  EXPECT_FALSE(controlled.in.out());
  TwoProcessors::run(10 * microsecond);
  EXPECT_EQ(controlled.taken.size(), 2U);
  EXPECT_FALSE(controlled.in.out() || controlled.out.out());
}

Program raise_for_ever(Process& self, EventChannel& event, Times& ended) {
  for (;;) {
    co_await self.send(event);
    ended.push_back(self.now());
  }
}

Program take_once(Process& self, EventChannel& event, Time at, Times& taken) {
  co_await self.sleep_until(at);
  co_await self.wait(event);
  taken.push_back(self.now());
}

// The output begins at 0, is reset at 1 us and begins again at 4 us. At 2 us nothing is requested;
// only what is requested at 4 us is taken.
TEST(T9000Reset, takes_back_a_request_that_nobody_has_taken) {
  Controlled controlled;
  EventChannel out("left.event0", controlled.two.left(), EventDirection::output);
  EventChannel in("right.event0", controlled.two.right());
  EventChannel::join(out, in, 0);
  Times ended;
  Times taken;
  controlled.two.processes().start("raiser", controlled.two.left(), raise_for_ever, std::ref(out),
                                   std::ref(ended));
  controlled.two.processes().start("taker", controlled.two.right(), take_once, std::ref(in),
                                   2 * microsecond, std::ref(taken));
  controlled.begin();
  TwoProcessors::run(1 * microsecond);
  EXPECT_TRUE(in.is_ready());
  controlled.control.reset(1 * microsecond);
  TwoProcessors::run(3 * microsecond);
  EXPECT_TRUE(taken.empty());
  EXPECT_FALSE(in.out());
  ASSERT_TRUE(controlled.control.run(4 * microsecond));
  TwoProcessors::run(2 * microsecond);
  EXPECT_EQ(taken.size(), 1U);
  EXPECT_EQ(ended.size(), 1U);
}

TEST(T9000Reset, leaves_the_requests_of_devices_that_are_still_to_come) {
  Controlled controlled;
  EventChannel interrupt("left.event0", controlled.two.left());
  interrupt.request_at(10 * microsecond);
  Times taken;
  controlled.two.processes().start("taker", controlled.two.left(), take_event, std::ref(interrupt),
                                   std::ref(taken));
  controlled.begin();
  TwoProcessors::run(5 * microsecond);
  controlled.reset_and_run();
  TwoProcessors::run(10 * microsecond);
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_GE(taken.front(), 10 * microsecond);
}

// A generic lambda does not tell what it takes.
TEST(T9000Reset, cannot_begin_programs_again_that_are_not_known_by_their_arguments) {
  Controlled controlled;
  Times begun;
  controlled.two.processes().start(
      "once", controlled.two.left(),
      [](Process& self, auto& times) -> Program {
        times.push_back(self.now());
        co_return;
      },
      begun);
  controlled.begin();
  TwoProcessors::run(1 * microsecond);
  controlled.control.reset(1 * microsecond);
  EXPECT_FALSE(controlled.control.run(1 * microsecond));
  TwoProcessors::run(1 * microsecond);
  EXPECT_EQ(begun.size(), 1U);
}

}  // namespace
}  // namespace weft::test
