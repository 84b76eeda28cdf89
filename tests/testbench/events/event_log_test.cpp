// The lines of an event log.
#include "testbench/events/event_log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

/// Events of a link end, a processor and a bus.
struct Reports {
  std::string logged(const EventLogOptions& options) {
    EventLog log(options);
    EventStream events;
    EventSource link{"node[0,1].link0"};
    link.tokens = &tokens;
    link.states = &states;
    EventSource bus{"cell.x_right"};
    bus.words = &words;
    log.listen(events, {link, bus});
    PacketTag tag;
    tag.trace.id = 9;
    tag.protocol.kind = PacketKind::data;
    tag.protocol.channel = 4;
    tag.protocol.hops = 2;
    states.write({0, LinkState::halted, LinkError::parity});
    tokens.write({10, 20, data_token(255), tag});
    words.write({20, 3, {0xffff'ffff, WordTag::message_end}});
    tokens.write({20, 24, eop_token, tag});
    events.finish(100);
    log.close();
    return text_of(options.file);
  }

  ObserverPort<TokenEvent> tokens;
  ObserverPort<LinkStateEvent> states;
  ObserverPort<WordEvent> words;
};

TEST(EventLog, WritesCsv) {
  const WaveFolder folder;
  EXPECT_EQ(Reports().logged({folder.file("out.csv"), {}, {}}),
            "time_ps,event,place,packet,what,value,bytes,channel,hops,begin_ps,end_ps,cause,input,"
            "output,asked_ps,holder\n"
            "0,link_state,\"node[0,1].link0\",,Halted,,,,,,,parity,,,,\n"
            "10,packet_begins,\"node[0,1].link0\",9,data,,,4,2,,,,,,,\n"
            "10,token,\"node[0,1].link0\",9,DATA,255,,,,,20,,,,,\n"
            "20,word,cell.x_right,,message_end,4294967295,,3,,,,,,,,\n"
            "20,token,\"node[0,1].link0\",9,EOP,,,,,,24,,,,,\n"
            "24,packet_ends,\"node[0,1].link0\",9,EOP,,1,,,10,,,,,,\n");
}

TEST(EventLog, WritesJsonLinesOfTheKindsAndPlacesAskedFor) {
  const WaveFolder folder;
  EXPECT_EQ(Reports().logged({folder.file("out.jsonl"), {"packet_begins", "word"}, {"node[0,*]"}}),
            "{\"time_ps\": 10, \"event\": \"packet_begins\", \"place\": \"node[0,1].link0\", "
            "\"packet\": 9, \"what\": \"data\", \"channel\": 4, \"hops\": 2}\n");
}

TEST(EventLog, RefusesWhatThereIsNot) {
  const WaveFolder folder;
  const auto refused = [&](const EventLogOptions& options) {
    return input_error_of([&] { Reports().logged(options); });
  };
  const std::string file = folder.file("out.csv");
  EXPECT_EQ(refused({folder.file("out.txt"), {}, {}}),
            folder.file("out.txt") +
                ": no format of events goes by this name; a name that ends in .csv or .jsonl");
  EXPECT_EQ(refused({file, {"tokn"}, {}}),
            "--events-kind: 'tokn' is no kind of event; expected token, link_state, "
            "packet_begins, packet_ends, packet_queued, message_sent, packet_received, "
            "message_received, word, dequeue, hop "
            "or wait; did "
            "you mean 'token'?");
  EXPECT_EQ(refused({file, {}, {"cell.x_left"}}),
            "--events-filter: 'cell.x_left' matches no place that has events; expected a pattern "
            "of places, which are node[0,1].link0 or cell.x_right; did you mean 'cell.x_right'?");
  EXPECT_EQ(refused({file, {"hop"}, {}}),
            "--events-kind: no place has events of the kind hop; expected token, link_state, "
            "packet_begins, packet_ends or word");
  EXPECT_EQ(refused({file, {"word"}, {"node[0,*]"}}),
            "--events-kind: no place that was asked for has events of the kind word; expected "
            "token, link_state, packet_begins or packet_ends");
  EXPECT_TRUE(folder.list().empty());
}

}  // namespace
}  // namespace weft::test
