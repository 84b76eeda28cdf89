// A link end at stream level, and the time-codes of one at packet level.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include <systemc>

#include "hw/common/parameter_error.hpp"
#include "hw/common/random.hpp"
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
  void start() {
    sender.start();
    receiver.start();
  }

  Silent client;
  StreamPort sender{sc_core::sc_gen_unique_name("sender"), 10 * nanosecond, client};
  StreamPort receiver{sc_core::sc_gen_unique_name("receiver"), 10 * nanosecond, client};
};

// A header, so many bytes and an end.
PacketTransfer bytes(unsigned count) {
  PacketTransfer packet;
  packet.begin = sc_core::sc_time_stamp().value();
  packet.bit_time = 10 * nanosecond;
  packet.body = PacketBodyPtr::make();
  packet.body->fill(0, count, eop_token, packet.begin);
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
  ends.receiver.begin(bytes(9), 200 * nanosecond);
  test::run_for(150 * nanosecond);
  ends.receiver.unblock(350 * nanosecond, 350 * nanosecond);
  EXPECT_EQ(ends.sender.granted(), (400 + 50) * nanosecond);
}

// What has been there since `stamp`, asked at that time; in ns.
Time free_after(StreamPort& end, Time stamp) {
  return end.earliest(stamp * nanosecond, stamp * nanosecond) / nanosecond;
}

// Eleven tokens from 0 on: the eighth ends at 800 ns and is verified at 810 ns. Its flow control
// token goes at the next boundary of NULs, at 880 ns, and NULs again from 920 ns on.
TEST(StreamPort, answers_eight_tokens_behind_a_nul_while_the_packet_still_comes_in) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(9), 0);
  EXPECT_EQ(free_after(ends.receiver, 810), 880);
  EXPECT_EQ(ends.receiver.counters().fcts, 0U);
  EXPECT_EQ(free_after(ends.receiver, 811), 920);
  EXPECT_EQ(ends.receiver.counters().fcts, 1U);
  EXPECT_EQ(free_after(ends.receiver, 920), 920 + 80);
  ends.sender.end(1'040 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 1'040), 920 + 2 * 80);
  EXPECT_EQ(ends.receiver.counters().fcts, 1U);
}

// Asked for the first time at its end: 33 data tokens, of which the 8th, 16th, 24th and 32nd are
// verified at 810, 1610, 2410 and 3210 ns; answered from 880, 1640, 2480 and 3240 ns on.
TEST(StreamPort, answers_each_eight_of_a_long_packet_as_they_come_in) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(32), 0);
  ends.sender.end(3'340 * nanosecond);
  EXPECT_EQ(ends.receiver.counters().fcts, 4U);
  EXPECT_EQ(free_after(ends.receiver, 3'340), 3'280 + 80);
}

// Eight tokens, the end among them, which is verified a bit after 740 ns.
TEST(StreamPort, a_packet_that_begins_as_one_ends_the_other_way_goes_before_the_answer) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(6), 0);
  ends.sender.end(740 * nanosecond);
  ends.receiver.begin(bytes(6), 740 * nanosecond);
  EXPECT_EQ(ends.receiver.counters().fcts, 0U);
  ends.receiver.end(1'480 * nanosecond);
  EXPECT_EQ(ends.receiver.earliest(1'479 * nanosecond, 1'480 * nanosecond) / nanosecond,
            1'480 + 40);
  EXPECT_EQ(ends.receiver.counters().fcts, 1U);
}

// The same without a packet the other way: NULs from 0 on, the flow control token at 800 ns.
TEST(StreamPort, answers_an_end_once_that_is_verified) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(6), 0);
  ends.sender.end(740 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 750), 800);
  EXPECT_EQ(free_after(ends.receiver, 751), 840);
}

// The eighth token is verified at 1,010 and at 1,040 ns, where the packet the other way ends at
// 1,040 ns: a time at which it is verified is too late.
TEST(StreamPort, a_packet_keeps_back_the_answers_to_what_was_verified_before_its_end) {
  for (const bool in_time : {true, false}) {
    const Time begin = in_time ? 200 : 230;
    Ends ends;
    ends.start();
    ends.receiver.begin(bytes(9), 0);
    ends.sender.begin(bytes(9), begin * nanosecond);
    ends.receiver.end(1'040 * nanosecond);
    EXPECT_EQ(ends.receiver.earliest(1'039 * nanosecond, 1'040 * nanosecond) / nanosecond,
              in_time ? 1'040 + 40 : 1'040);
    // behind a NUL from 1,040 ns on
    EXPECT_EQ(free_after(ends.receiver, 1'041), in_time ? 1'080 : 1'120 + 40);
  }
}

// 500 ns of the packet come in before the pause from 500 to 700 ns, so that its eighth token is
// verified at 1,010 ns.
TEST(StreamPort, a_pause_delays_what_comes_in_behind_it) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(9), 0);
  ends.sender.flow(false, 500 * nanosecond);
  ends.sender.flow(true, 700 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 1'010), 1'040);
  EXPECT_EQ(free_after(ends.receiver, 1'011), 1'040 + 40);
}

// The eighth token ends as the pause begins, at 800 ns: it is verified in the pause, once.
TEST(StreamPort, counts_what_is_verified_in_a_pause_once) {
  Ends ends;
  ends.start();
  ends.sender.begin(bytes(9), 0);
  ends.sender.flow(false, 800 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 811), 880 + 40);
  ends.sender.flow(true, 900 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 905), 920);
  ends.sender.end(1'140 * nanosecond);
  EXPECT_EQ(free_after(ends.receiver, 1'200), 920 + 4 * 80);
  EXPECT_EQ(ends.receiver.counters().fcts, 1U);
}

/// Both ends send at one time, and one is told first of all that happens.
struct LockStep : Ends {
  explicit LockStep(bool sender_first)
      : first(sender_first ? &sender : &receiver), second(sender_first ? &receiver : &sender) {
    start();
  }

  void begin(unsigned count, Time now) {
    for (StreamPort* end : {first, second}) end->begin(bytes(count), now * nanosecond);
  }
  void end(Time now) {
    for (StreamPort* end : {first, second}) end->end(now * nanosecond);
  }
  // What has been there since before `now` at both ends, asked then.
  void expect_free(Time now, Time free) {
    for (StreamPort* end : {first, second}) {
      EXPECT_EQ(end->earliest(now * nanosecond - 1, now * nanosecond) / nanosecond, free);
    }
  }

  StreamPort* first;
  StreamPort* second;
};

// A period of two T9000s in lock step, in ns: data of 32 bytes, 3,340; the acknowledgement, 140,
// behind the four flow control tokens, 160, that at `token` go within the data. Its end is verified
// a bit after it and taken up at the next edge of the clock, 20 after it: a NUL has begun. Of the
// 36 tokens a period the last is an eighth each second time: it is verified in that NUL.
TEST(StreamPort, two_in_lock_step_take_374_bits_a_packet_whichever_is_told_first) {
  for (const bool sender_first : {true, false}) {
    LockStep ends(sender_first);
    Time now = 0;
    for (const Time eighth : {0, 40, 0, 40}) {
      ends.begin(32, now);
      ends.end(now += 3'340);
      ends.expect_free(now, now + 160);
      ends.begin(0, now += 160);
      ends.end(now += 140);
      ends.expect_free(now, now);
      ends.expect_free(now + 20, now + 80 + eighth);
      now += 80 + eighth;
    }
    EXPECT_EQ(now, 4 * 3'740);
    EXPECT_EQ(ends.sender.counters(), ends.receiver.counters());
  }
}

// Eight tokens each way, verified when both have ended: behind a NUL.
TEST(StreamPort, two_that_end_at_one_time_answer_alike_whichever_is_told_first) {
  for (const bool sender_first : {true, false}) {
    LockStep ends(sender_first);
    ends.begin(6, 0);
    ends.end(740);
    ends.expect_free(740, 740);
    ends.expect_free(760, 820 + 40);
  }
}

/// Two ends that pause and begin as drawn, bit by bit, so that they often do so at one time, of
/// which the stops come first.
struct Drawn : LockStep {
  static constexpr Time bit = 10 * nanosecond;
  struct Act {
    bool pauses;
    bool begins;
    unsigned bytes;
  };
  struct Way {
    Time rest = 0;  // of the packet, after this time
    bool flows = false;
    friend bool operator==(const Way&, const Way&) = default;
  };

  using LockStep::LockStep;

  void stop(StreamPort& end, Way& way, const Act& act, Time now) {
    if (!way.flows) return;
    way.rest -= bit;
    way.flows = way.rest != 0 && !act.pauses;
    if (way.rest == 0) return end.end(now);
    if (act.pauses) end.flow(false, now);
  }
  void begin(StreamPort& end, Way& way, const Act& act, Time now) {
    if (way.flows || !act.begins || end.earliest(now - 1, now) > now) return;
    way.flows = true;
    if (way.rest != 0) return end.flow(true, now);
    const PacketTransfer packet = bytes(act.bytes);
    way.rest = packet.bits() * bit;
    end.begin(PacketTransfer(packet), now);
  }
  void step(const Act& of_sender, const Act& of_receiver, Time now) {
    const auto each_in_turn = [&](const auto& do_it) {
      for (StreamPort* end : {first, second}) {
        const bool sends = end == &sender;
        do_it(*end, sends ? there : back, sends ? of_sender : of_receiver);
      }
    };
    each_in_turn([&](auto& end, Way& way, const Act& act) { stop(end, way, act, now); });
    each_in_turn([&](auto& end, Way& way, const Act& act) { begin(end, way, act, now); });
  }

  Way there;
  Way back;
};

TEST(StreamPort, nothing_hangs_on_which_end_is_told_first) {
  Drawn one(true);
  Drawn other(false);
  RandomStream random{1, "which end"};
  const auto draw = [&random] {
    return Drawn::Act{random.below(100) == 0, random.below(8) == 0,
                      static_cast<unsigned>(random.below(20))};
  };
  for (Time now = Drawn::bit; now < 2 * millisecond; now += Drawn::bit) {
    const Drawn::Act of_sender = draw();
    const Drawn::Act of_receiver = draw();
    one.step(of_sender, of_receiver, now);
    other.step(of_sender, of_receiver, now);
    ASSERT_EQ(one.there, other.there) << now;
    ASSERT_EQ(one.back, other.back) << now;
    ASSERT_EQ(one.sender.counters(), other.sender.counters()) << now;
    ASSERT_EQ(one.receiver.counters(), other.receiver.counters()) << now;
  }
  EXPECT_GT(one.sender.counters().fcts, 1'000U);
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

  WheelProcess engine{"engine"};
};

// NULs of 80 ns from 0 on: the one that begins before 1,500 ns ends at 1,520 ns. 14 bits, and one
// that verifies them.
TEST(StreamPort, a_time_code_waits_for_the_boundary_of_an_idle_link) {
  TimedEnds ends;
  run_past(1'500);
  EXPECT_EQ(free_after(ends.sender, 1'510), 1'520 + 140);
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
  ends.sender.begin(bytes(9), 960 * nanosecond);
  run_to(1'560 + 150);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 0U);
  run_past(1'560 + 150);
  EXPECT_EQ(ends.receiver.counters().time_codes_in, 1U);
  run_to(2'000);
  ends.sender.end(2'000 * nanosecond);
  EXPECT_EQ(ends.sender.earliest(1'900 * nanosecond, 2'000 * nanosecond) / nanosecond, 2'000 + 140);
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
  PacketTransfer packet = bytes(9);
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
  PacketTransfer packet = bytes(9);
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
