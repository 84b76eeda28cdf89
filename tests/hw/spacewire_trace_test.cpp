// Our receiver and our link end against wires recorded between two real SpaceWire codecs.
#include "tests/hw/spacewire_trace.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>
#include <systemc>

#include "hw/dslink/bit_codec.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"

namespace weft::test {
namespace {

/// What the bit decoder makes of recorded edges, until an error.
struct DecodedTrace {
  std::vector<RecordedWord> words;
  BitEvent error = BitEvent::none;
  Time error_time = 0;
};

DecodedTrace decode(const std::vector<RecordedEdge>& edges) {
  DecodedTrace decoded;
  BitDecoder decoder;
  bool level = false;
  for (const RecordedEdge& edge : edges) {
    if (level == (edge.d != edge.s)) continue;
    level = edge.d != edge.s;
    switch (const BitEvent event = decoder.bit(edge.d)) {
      case BitEvent::none: break;
      case BitEvent::token:
        if (needs_credit(decoder.token())) decoded.words.push_back({edge.time, decoder.token()});
        break;
      default:
        decoded.error = event;
        decoded.error_time = edge.time;
        return decoded;
    }
  }
  return decoded;
}

std::vector<Token> tokens_of(const std::vector<RecordedWord>& words) {
  std::vector<Token> tokens;
  for (const RecordedWord& word : words) tokens.push_back(word.token);
  return tokens;
}

void expect_words_arrive(const std::string& direction, const std::string& from,
                         const std::string& to, std::size_t count) {
  const DecodedTrace decoded = decode(recorded_edges("clean", direction));
  EXPECT_EQ(decoded.error, BitEvent::none);
  const auto written = recorded_words("clean", from, "write");
  const auto read = recorded_words("clean", to, "read");
  EXPECT_EQ(decoded.words.size(), count);
  EXPECT_EQ(tokens_of(decoded.words), tokens_of(written));
  EXPECT_EQ(tokens_of(decoded.words), tokens_of(read));
  for (std::size_t i = 0; i < decoded.words.size(); ++i) {
    EXPECT_GT(decoded.words[i].time, written[i].time) << i;
    EXPECT_LE(decoded.words[i].time, read[i].time) << i;
  }
}

TEST(SpacewireTrace, clean_run_decodes_into_the_207_words_from_a_to_b) {
  expect_words_arrive("AB", "A", "B", 207);
}

TEST(SpacewireTrace, clean_run_decodes_into_the_155_words_from_b_to_a) {
  expect_words_arrive("BA", "B", "A", 155);
}

TEST(SpacewireTrace, inverted_wires_are_a_parity_error_within_100_ns) {
  const DecodedTrace decoded = decode(recorded_edges("error", "AB"));
  EXPECT_EQ(decoded.error, BitEvent::parity_error);
  EXPECT_GE(decoded.error_time, 40'000 * nanosecond);
  EXPECT_LE(decoded.error_time, 40'100 * nanosecond);
  EXPECT_LE(decoded.error_time, recorded_rises("error", "B", "parity_error").at(0));
}

/// Drives two wires as they were recorded, and writes the words that the other end wrote.
class Player : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Player);
  Player(sc_core::sc_module_name name, std::vector<RecordedEdge> edges,
         std::vector<RecordedWord> words, LinkEndpoint& end)
      : sc_module(name), edges_(std::move(edges)), words_(std::move(words)), end_(&end) {
    SC_THREAD(play);
    SC_THREAD(write);
  }
  sc_core::sc_signal<bool> d{"d"}, s{"s"};

 private:
  void play() {
    for (const RecordedEdge& edge : edges_) {
      wait_until(edge.time);
      d.write(edge.d);
      s.write(edge.s);
    }
  }
  void write() {
    for (const RecordedWord& word : words_) {
      wait_until(word.time);
      end_->write(word.token, word.time);
    }
  }
  static void wait_until(Time time) {
    const auto left = sc_core::sc_time::from_value(time) - sc_core::sc_time_stamp();
    if (left != sc_core::SC_ZERO_TIME) sc_core::wait(left);
  }
  std::vector<RecordedEdge> edges_;
  std::vector<RecordedWord> words_;
  LinkEndpoint* end_;
};

struct States : tlm::tlm_analysis_if<LinkStateEvent> {
  std::vector<LinkStateEvent> events;
  void write(const LinkStateEvent& event) override { events.push_back(event); }
  /// Time of the nth entry into a state.
  Time entered(LinkState state, unsigned nth = 0) const {
    for (const LinkStateEvent& event : events) {
      if (event.state == state && nth-- == 0) return event.time;
    }
    return never;
  }
};

/// Our link end in the place of end `own`, hearing what the other one sent. It starts at the rate
/// at which the recorded codecs start, writes what the replaced end wrote, and reads all at once.
struct Stand {
  Stand(const std::string& run, const std::string& own)
      : player("player", recorded_edges(run, own == "B" ? "AB" : "BA"),
               recorded_words(run, own, "write"), end) {
    DsLinkParameters parameters;
    parameters.form = LinkForm::spacewire;
    parameters.startup_bit_time = 10 * nanosecond;
    link = std::make_unique<DsLink>("link", parameters, 64, end, 0, 1);
    end.attach(link->core());
    end.on_arrival([this](Time now) {
      const auto arrival = end.read(now);
      words.push_back({arrival.time, arrival.token});
    });
    link->d_in(player.d);
    link->s_in(player.s);
    link->d_out(d_out);
    link->s_out(s_out);
    link->states(states);
  }
  void run(Time until) { sc_core::sc_start(sc_core::sc_time::from_value(until)); }

  LinkEndpoint end;
  Player player;
  sc_core::sc_signal<bool> d_out, s_out;
  std::unique_ptr<DsLink> link;
  States states;
  std::vector<RecordedWord> words;
};

TEST(SpacewireStand, starts_up_with_the_recorded_codec_and_gets_its_words) {
  const auto edges = recorded_edges("clean", "AB");
  Stand stand("clean", "B");
  stand.run(edges.back().time);
  std::vector<LinkState> passed;
  for (const auto& event : stand.states.events) passed.push_back(event.state);
  EXPECT_EQ(passed, (std::vector{LinkState::error_reset, LinkState::error_wait, LinkState::ready,
                                 LinkState::started, LinkState::connecting, LinkState::run}));
  EXPECT_EQ(stand.states.entered(LinkState::error_wait), 6'400 * nanosecond);
  EXPECT_EQ(stand.states.entered(LinkState::started), 19'200 * nanosecond);
  // The real end went on at 19,455 and 19,730 ns, some clocks of its own after the bits.
  EXPECT_EQ(stand.states.entered(LinkState::connecting) / microsecond, 19U);
  EXPECT_LE(stand.states.entered(LinkState::connecting), 19'455 * nanosecond);
  EXPECT_LE(stand.states.entered(LinkState::run), 19'730 * nanosecond);
  EXPECT_EQ(stand.link->core().error_flag(), LinkError::none);
  EXPECT_EQ(tokens_of(stand.words), tokens_of(recorded_words("clean", "B", "read")));
}

TEST(SpacewireStand, gets_the_words_of_the_other_end_too) {
  const auto edges = recorded_edges("clean", "BA");
  Stand stand("clean", "A");
  stand.run(edges.back().time);
  EXPECT_EQ(stand.link->core().error_flag(), LinkError::none);
  EXPECT_EQ(tokens_of(stand.words), tokens_of(recorded_words("clean", "A", "read")));
}

TEST(SpacewireStand, finds_the_parity_error_closes_the_packet_and_starts_again) {
  const auto edges = recorded_edges("error", "AB");
  Stand stand("error", "B");
  stand.run(edges.back().time);
  const Time error = stand.states.entered(LinkState::error_reset, 1);
  EXPECT_GE(error, 40'000 * nanosecond);
  EXPECT_LE(error, 40'100 * nanosecond);
  EXPECT_EQ(stand.states.entered(LinkState::started, 1), error + 19'200 * nanosecond);
  EXPECT_LE(stand.states.entered(LinkState::run, 1), recorded_rises("error", "B", "running").at(1));
  EXPECT_EQ(stand.states.events.back().state, LinkState::run);
  EXPECT_EQ(tokens_of(stand.words), tokens_of(recorded_words("error", "B", "read")));
}

TEST(SpacewireStand, takes_silence_of_850_ns_for_a_disconnect) {
  const auto edges = recorded_edges("error", "BA");
  Time last_edge = 0;
  for (const RecordedEdge& edge : edges) {
    if (edge.time < 41 * microsecond) last_edge = edge.time;
  }
  EXPECT_EQ(last_edge, 40'095 * nanosecond);
  Stand stand("error", "A");
  stand.run(edges.back().time);
  const auto& events = stand.states.events;
  const auto found = std::find_if(events.begin(), events.end(), [](const LinkStateEvent& event) {
    return event.error != LinkError::none;
  });
  ASSERT_NE(found, events.end());
  EXPECT_EQ(found->error, LinkError::disconnect);
  EXPECT_EQ(found->time, last_edge + 850 * nanosecond);
  EXPECT_EQ(events.back().state, LinkState::run);
  EXPECT_EQ(tokens_of(stand.words), tokens_of(recorded_words("error", "A", "read")));
}

}  // namespace
}  // namespace weft::test
