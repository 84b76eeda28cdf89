// The standard latency, and the slowest messages with where they waited.
#include "testbench/statistics/message_times.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw/t9000/packet_id.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/experiments/simulation.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

// Three T9000s at one C104.
const std::string one_switch =
    "network: {topology: mesh, shape: 1, processors: 3, node_width: 1}\n";

Program post_some(Process& self, SocketTable& sockets, std::size_t from, std::size_t to,
                  unsigned count) {
  co_await self.sleep_until(30 * microsecond);  // when links have started
  for (unsigned i = 0; i < count; ++i) self.post(sockets.to(from, to), 32);
  co_await self.sleep_until(1 * second);
}

Program take_all(Process& self) {
  for (;;) co_await self.receive_any();
}

struct Observed {
  explicit Observed(const std::string& level, Time warm_up = 0)
      : machine(one_switch, level), times(machine.system, events, warm_up) {}

  void post(std::size_t from, std::size_t to, unsigned count) {
    machine.start(from, "sender", post_some, std::ref(*machine.sockets), from, to, count);
  }
  void take(std::size_t at) { machine.start(at, "receiver", take_all); }

  ProgramMachine machine;
  EventStream events;
  MessageTimes times;
};

class MessageTimesAt : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Levels, MessageTimesAt,
                         testing::Values("signal", "token", "stream", "packet"),
                         [](const auto& level) { return std::string(level.param); });

// Each message of a channel waits for those before it: that is a part of its latency.
TEST_P(MessageTimesAt, begin_at_creation_and_hold_the_wait_at_the_source) {
  Observed observed(GetParam());
  observed.post(0, 2, 3);
  observed.take(2);
  run_for(200 * microsecond);
  const auto slowest = observed.times.slowest();
  ASSERT_EQ(slowest.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(slowest[i].source, 0U);
    EXPECT_EQ(slowest[i].destination, 2U);
    EXPECT_EQ(slowest[i].bytes, 32U);
    EXPECT_EQ(slowest[i].created, 30 * microsecond);
    EXPECT_GE(slowest[i].sent, slowest[i].created);
    EXPECT_GT(slowest[i].arrived, slowest[i].sent + 3300 * nanosecond) << "33 data tokens";
  }
  EXPECT_GT(slowest[0].sent, slowest[1].arrived - 3300 * nanosecond);
  EXPECT_FALSE(slowest[0].waited_at) << "its source";
  EXPECT_EQ(slowest[0].waited, slowest[0].sent - slowest[0].created);
  EXPECT_GT(slowest[0].latency(), 2 * slowest[2].latency());
  EXPECT_EQ(observed.times.latency().distribution().maximum(), slowest[0].latency());
  EXPECT_EQ(observed.times.latency().count(), 3U);
}

TEST_P(MessageTimesAt, tell_the_switch_at_which_a_message_waited) {
  Observed observed(GetParam());
  observed.post(0, 2, 1);
  observed.post(1, 2, 1);
  observed.take(2);
  run_for(200 * microsecond);
  const auto slowest = observed.times.slowest();
  ASSERT_EQ(slowest.size(), 2U);
  ASSERT_TRUE(slowest[0].waited_at);
  EXPECT_TRUE(observed.machine.platform.components[*slowest[0].waited_at].is(Part::table_router));
  EXPECT_GT(slowest[0].waited, 2 * microsecond) << "most of a packet";
  EXPECT_GT(slowest[0].latency(), slowest[1].latency() + 2 * microsecond);
}

TEST_P(MessageTimesAt, keep_no_more_than_asked_for_and_count_all) {
  Observed observed(GetParam());
  observed.times.keep_slowest(2);
  observed.post(0, 2, 5);
  observed.take(2);
  run_for(200 * microsecond);
  const auto slowest = observed.times.slowest();
  ASSERT_EQ(slowest.size(), 2U);
  EXPECT_GE(slowest[0].latency(), slowest[1].latency());
  EXPECT_EQ(slowest[0].latency(), observed.times.latency().distribution().maximum());
  EXPECT_EQ(observed.times.latency().count(), 5U);
}

TEST(MessageTimes, count_what_arrives_after_the_warm_up) {
  Observed observed("packet", 35 * microsecond);
  observed.post(0, 2, 2);
  observed.take(2);
  run_for(200 * microsecond);
  EXPECT_EQ(observed.times.latency().count(), 1U);
  EXPECT_EQ(observed.times.slowest().front().created, 30 * microsecond);
}

// Without acknowledgements messages of one channel may overtake each other in the network: each has
// its own time of creation with it.
TEST(MessageTimes, know_messages_that_overtake_each_other) {
  Observed observed("packet");
  const auto arrive = [&](Time created, unsigned bytes, Time now) {
    PacketTag tag;
    tag.protocol.bytes = bytes;
    tag.protocol.kind = PacketKind::data;
    tag.protocol.last = true;
    tag.trace.id = packet_id::first_of(1) + created;
    tag.trace.created = created;
    tag.trace.sent = created;
    observed.machine.system
        .find<T9000Reports>(processors_of(observed.machine.platform)[2].component)
        ->packets.write({tag, bytes, now});
  };
  arrive(20, 1, 40);
  arrive(10, 32, 50);
  const auto slowest = observed.times.slowest();
  ASSERT_EQ(slowest.size(), 2U);
  EXPECT_EQ(slowest[0].latency(), 40U);
  EXPECT_EQ(slowest[0].bytes, 32U);
  EXPECT_EQ(slowest[0].source, 1U);
  EXPECT_EQ(slowest[0].destination, 2U);
  EXPECT_EQ(slowest[1].latency(), 20U);
}

// The whole table of a run, at both exact levels.
TEST(MessageTimes, are_the_same_at_signal_and_token) {
  Observed signal("signal");
  Observed token("token");
  for (Observed* one : {&signal, &token}) {
    one->post(0, 2, 4);
    one->post(1, 2, 4);
    one->post(2, 0, 4);
    for (const std::size_t at : {0, 2}) one->take(at);
  }
  run_for(300 * microsecond);
  EXPECT_EQ(signal.times.report(), token.times.report());
  const auto a = signal.times.slowest();
  const auto b = token.times.slowest();
  ASSERT_EQ(a.size(), 10U);
  ASSERT_EQ(b.size(), 10U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].created, b[i].created);
    EXPECT_EQ(a[i].sent, b[i].sent);
    EXPECT_EQ(a[i].arrived, b[i].arrived);
    EXPECT_EQ(a[i].waited, b[i].waited);
    EXPECT_EQ(a[i].waited_at, b[i].waited_at);
  }
}

}  // namespace
}  // namespace weft::test
