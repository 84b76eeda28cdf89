// The stream of events on reports made by hand.
#include "testbench/events/event_stream.hpp"

#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "tests/testbench/events/event_list.hpp"
#include "tests/testbench/level_meshes.hpp"

namespace weft::test {
namespace {

PacketTag packet(std::uint64_t id) {
  PacketTag tag;
  tag.trace.id = id;
  return tag;
}

/// The ports of a link end that transmits tokens.
struct TokenEnd {
  ObserverPort<TokenEvent> tokens;
  ObserverPort<LinkStateEvent> states;

  EventSource source() {
    EventSource source{"a.link0", 3};
    source.tokens = &tokens;
    source.states = &states;
    return source;
  }
  void transmit(Time begin, Token token, std::uint64_t id = 0) {
    tokens.write({begin, begin + bit_count(token) * 10'000, token, packet(id)});
  }
};

class Times final : public EventSink {
 public:
  void write(const Event& event) override { seen.emplace_back(event.time(), kernel_time()); }
  std::vector<std::pair<Time, Time>> seen;  ///< Of the event, and of the call.
};

TEST(EventStream, BindsToWhatIsAskedForAlone) {
  TokenEnd end;
  Times sink;
  {
    EventStream events;
    events.attach(sink, end.source(), {EventKind::token}, EventOrder::as_reported);
    EXPECT_TRUE(end.tokens.bound());
    EXPECT_FALSE(end.states.bound());
    events.attach(sink, end.source(), {EventKind::word}, EventOrder::as_reported);
    events.attach(sink, end.source(), {EventKind::packet_ends}, EventOrder::as_reported);
    EXPECT_TRUE(end.states.bound()) << "a packet ends where a link goes silent";
  }
  EXPECT_FALSE(end.tokens.bound());
  EXPECT_FALSE(end.states.bound());
}

TEST(EventStream, TellsWhereItWas) {
  struct Place final : EventSink {
    void write(const Event& event) override { place = *event.place; }
    EventPlace place;
  } sink;
  TokenEnd end;
  EventStream events;
  events.attach(sink, end.source(), {EventKind::link_state}, EventOrder::as_reported);
  end.states.write({5, LinkState::run});
  EXPECT_EQ(sink.place.name, "a.link0");
  EXPECT_EQ(sink.place.index, 3U);
}

TEST(EventStream, FindsPacketsAmongTokens) {
  TokenEnd end;
  PacketNotes notes;
  EventStream events;
  events.attach(notes, end.source(), PacketNotes::kinds, EventOrder::as_reported);
  end.transmit(0, null_token);
  end.transmit(80'000, data_token(1), 7);
  end.transmit(180'000, fct_token);
  end.transmit(220'000, data_token(2), 7);
  end.transmit(320'000, eop_token, 7);
  end.transmit(360'000, data_token(3), 8);
  end.states.write({400'000, LinkState::halted, LinkError::parity});
  end.states.write({500'000, LinkState::started});
  const std::vector<PacketNote> expected{
      {80'000, "a.link0", EventKind::packet_begins, packet(7), 0, TokenKind::null},
      {360'000, "a.link0", EventKind::packet_ends, packet(7), 2, TokenKind::eop},
      {360'000, "a.link0", EventKind::packet_begins, packet(8), 0, TokenKind::null},
      {400'000, "a.link0", EventKind::packet_ends, packet(8), 1, TokenKind::null}};
  EXPECT_EQ(notes.notes, expected);
}

TEST(EventStream, GivesOutWhatIsReportedAheadAtOnceOrAtItsTime) {
  PacketReports packets;
  EventSource source{"a.link0"};
  source.packets = &packets;
  Times at_once;
  Times by_time;
  EventStream events;
  events.attach(at_once, source, PacketNotes::kinds, EventOrder::as_reported);
  events.attach(by_time, source, PacketNotes::kinds, EventOrder::by_time);
  run_for(1000);
  packets.begins.write({1000, {}});
  packets.ends.write({7000, {}, 1000, 0, {}});
  packets.ends.write({5000, {}, 1000, 0, {}});
  packets.ends.write({90'000, {}, 1000, 0, {}});
  run_for(10'000);
  using Seen = std::vector<std::pair<Time, Time>>;
  EXPECT_EQ(at_once.seen, (Seen{{1000, 1000}, {7000, 1000}, {5000, 1000}, {90'000, 1000}}));
  EXPECT_EQ(by_time.seen, (Seen{{1000, 1000}, {5000, 5000}, {7000, 7000}}));
  events.finish(11'000);
  EXPECT_EQ(by_time.seen.size(), 3U) << "what happens after the end does not";
}

TEST(EventStream, GivesOutTheEndOfAPacketBeforeTheBeginOfTheNext) {
  PacketReports packets;
  EventSource source{"a.link0"};
  source.packets = &packets;
  PacketNotes notes;
  EventStream events;
  events.attach(notes, source, PacketNotes::kinds, EventOrder::by_time);
  packets.begins.write({0, packet(1)});
  packets.ends.write({1000, packet(1), 0, 3, eop_token});
  run_for(1000);  // up to, without what happens then
  packets.begins.write({1000, packet(2)});
  ASSERT_EQ(notes.notes.size(), 3U);
  EXPECT_EQ(notes.notes[1].id(), 1U);
  EXPECT_EQ(notes.notes[2].id(), 2U);
}

}  // namespace
}  // namespace weft::test
