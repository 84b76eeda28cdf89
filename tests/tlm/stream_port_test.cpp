// A link end at stream level, and the time-codes of one at packet level.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include <systemc>

#include "hw/common/parameter_error.hpp"
#include "tests/support/run_for.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/packet/packet_port.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft {
namespace {

struct Silent final : StreamClient {
  void packet_begins(PacketTransfer&&, Time) override {}
  void flow_changes(bool, Time) override {}
  void packet_ends(Time) override {}
  void block_changes(bool, Time) override {}
};

/// Two ends of a link of 100 Mbit/s.
struct Ends {
  Ends() {
    sender.out.bind(receiver.in);
    receiver.out.bind(sender.in);
  }

  Silent client;
  StreamPort sender{"sender", 10 * nanosecond, client};
  StreamPort receiver{"receiver", 10 * nanosecond, client};
};

PacketTransfer nine_bytes() {
  PacketTransfer packet;  // a header, nine bytes, an end: 104 bits
  packet.begin = sc_core::sc_time_stamp().value();
  packet.bit_time = 10 * nanosecond;
  packet.body = PacketBodyPtr::make();
  packet.body->fill(0, 9, eop_token, packet.begin);
  return packet;
}

// NULs of 80 ns from 0 on. A flow control token has 4 bits, and the next one verifies it.
TEST(StreamPort, grants_room_at_the_next_boundary_of_an_idle_link) {
  Ends ends;
  test::run_for(100 * nanosecond);
  ends.receiver.unblock(100 * nanosecond, 100 * nanosecond);
  EXPECT_EQ(ends.sender.granted(), (160 + 50) * nanosecond);
}

// Tokens of 100 ns from 200 ns on.
TEST(StreamPort, grants_room_behind_the_token_that_is_on_its_way) {
  Ends ends;
  test::run_for(200 * nanosecond);
  ends.receiver.begin(nine_bytes(), 200 * nanosecond);
  test::run_for(150 * nanosecond);
  ends.receiver.unblock(350 * nanosecond, 350 * nanosecond);
  EXPECT_EQ(ends.sender.granted(), (400 + 50) * nanosecond);
}

// Ten tokens, the last at 1040 ns: a flow control token is owed.
TEST(StreamPort, answers_what_has_ended_behind_a_nul_where_nothing_flows) {
  Ends ends;
  ends.sender.begin(nine_bytes(), 0);
  test::run_for(1'040 * nanosecond);
  ends.sender.end(1'040 * nanosecond);
  EXPECT_EQ(ends.receiver.earliest(1'039 * nanosecond), 1'040 * nanosecond);  // first
  EXPECT_EQ(ends.receiver.earliest(1'040 * nanosecond), (1'120 + 40) * nanosecond);
  EXPECT_EQ(ends.receiver.earliest(1'160 * nanosecond), (1'160 + 80) * nanosecond);
}

TEST(StreamPort, a_packet_that_begins_as_one_ends_the_other_way_goes_before_the_answer) {
  Ends ends;
  ends.sender.begin(nine_bytes(), 0);
  test::run_for(1'040 * nanosecond);
  ends.sender.end(1'040 * nanosecond);
  ends.receiver.begin(nine_bytes(), 1'040 * nanosecond);
  ends.receiver.end(2'080 * nanosecond);
  EXPECT_EQ(ends.receiver.earliest(2'079 * nanosecond), (2'080 + 40) * nanosecond);
  EXPECT_EQ(ends.receiver.counters().fcts, 1U);
}

// --- time-codes

/// Until then, in ns; what happens at it has not.
void run_to(Time time) { test::run_for(time * nanosecond - sc_core::sc_time_stamp().value()); }

void run_past(Time time) {
  run_to(time);
  test::run_for(1);
}

struct TimedEnds : Ends {
  TimedEnds() { sender.send_time_codes(1'500 * nanosecond, engine.wheel()); }
  Time free_after(Time stamp) { return sender.earliest(stamp * nanosecond) / nanosecond; }

  WheelProcess engine{"engine"};
};

// NULs of 80 ns from 0 on: the one that begins before 1,500 ns ends at 1,520 ns. 14 bits, and one
// that verifies them.
TEST(StreamPort, a_time_code_waits_for_the_boundary_of_an_idle_link) {
  TimedEnds ends;
  run_past(1'500);
  EXPECT_EQ(ends.free_after(1'510), 1'520 + 140);
  run_to(1'670);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 0U);
  run_past(1'670);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 1U);
  EXPECT_EQ(ends.receiver.counters().ticks, 1U);
  EXPECT_EQ(ends.sender.counters().time_codes, 1U);
}

// Tokens of 100 ns from 960 ns on, to 2,000 ns.
TEST(StreamPort, a_time_code_goes_between_two_tokens_and_is_owed_at_the_end_of_the_packet) {
  TimedEnds ends;
  run_to(960);
  ends.sender.begin(nine_bytes(), 960 * nanosecond);
  run_to(1'560 + 150);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 0U);
  run_past(1'560 + 150);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 1U);
  run_to(2'000);
  ends.sender.end(2'000 * nanosecond);
  EXPECT_EQ(ends.free_after(1'900), 2'000 + 140);
}

struct Takes final : PacketClient {
  void packet_begins(unsigned, PacketTransfer&& packet, Time) override {
    if (packet.end != never) ends.push_back(packet.end / nanosecond);
  }
  void packet_ends(unsigned, Time end, Time) override { ends.push_back(end / nanosecond); }
  void frame_free(unsigned, Time now) override { free.push_back(now / nanosecond); }

  std::vector<Time> ends;  // ns
  std::vector<Time> free;  // ns
};

struct PacketEnds {
  PacketEnds() {
    sender.out.bind(receiver.in);
    receiver.out.bind(sender.in);
    sender.send_time_codes(1'500 * nanosecond, engine.wheel());
  }

  WheelProcess engine{"engine"};
  Takes client;
  Takes far;
  PacketPort sender{"sender", 10 * nanosecond, 2, client, 0};
  PacketPort receiver{"receiver", 10 * nanosecond, 2, far, 0};
};

TEST(PacketPort, a_time_code_takes_an_idle_link_for_14_bits_and_is_there_a_bit_later) {
  PacketEnds ends;
  run_to(1'500);
  EXPECT_TRUE(ends.sender.has_room(1));
  ends.client.free.clear();  // the frames that there are at the start
  run_past(1'500);
  EXPECT_FALSE(ends.sender.has_room(1));
  run_past(1'640);
  EXPECT_TRUE(ends.sender.has_room(1));
  EXPECT_EQ(ends.client.free, std::vector<Time>{1'640});
  run_to(1'650);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 0U);
  run_past(1'650);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 1U);
}

// From 900 ns on, to 1,940 ns without the code that is due at 1,500 ns.
void expect_that_the_packet_takes_14_bits_more(bool end_is_known) {
  PacketEnds ends;
  run_to(900);
  ends.client.free.clear();
  PacketTransfer packet = nine_bytes();
  if (end_is_known) packet.end = 1'940 * nanosecond;
  ends.sender.send(PacketTransfer(packet));
  run_past(1'650);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 1U);
  run_to(1'940);
  if (!end_is_known) ends.sender.tell_end(1'940 * nanosecond);
  EXPECT_EQ(ends.far.ends, std::vector<Time>{1'940 + 140});
  EXPECT_EQ(ends.sender.counters().carried, 1'180 * nanosecond);
  run_to(2'079);
  EXPECT_FALSE(ends.sender.has_room(1));
  run_past(2'080);
  EXPECT_TRUE(ends.sender.has_room(1));
  EXPECT_EQ(ends.client.free, std::vector<Time>{2'080});
}

TEST(PacketPort, refuses_a_port_that_it_could_not_tell_from_another) {
  Takes client;
  EXPECT_NO_THROW(PacketPort("last", 10 * nanosecond, 2, client, 255));
  EXPECT_THROW(PacketPort("beyond", 10 * nanosecond, 2, client, 256), ParameterError);
}

TEST(PacketPort, a_packet_takes_14_bits_more_for_a_time_code_in_it) {
  expect_that_the_packet_takes_14_bits_more(true);
}

TEST(PacketPort, a_packet_whose_end_is_not_known_at_its_begin_does_so_too) {
  expect_that_the_packet_takes_14_bits_more(false);
}

// The last token of the packet begins at 1,490 ns; 1,530 ns is its end.
TEST(PacketPort, a_time_code_that_is_due_in_the_last_token_keeps_the_next_packet) {
  PacketEnds ends;
  run_to(490);
  ends.client.free.clear();
  PacketTransfer packet = nine_bytes();
  packet.end = 1'530 * nanosecond;
  ends.sender.send(PacketTransfer(packet));
  EXPECT_EQ(ends.far.ends, std::vector<Time>{1'530});
  run_past(1'669);
  EXPECT_FALSE(ends.sender.has_room(1));
  run_past(1'670);
  EXPECT_TRUE(ends.sender.has_room(1));
}

}  // namespace
}  // namespace weft
