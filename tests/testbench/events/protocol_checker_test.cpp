// The protocol checker on events made by hand, and on links at all levels.
#include "testbench/events/protocol_checker.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/events/event_sources.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

/// Two link ends at 10 ns a bit, in Run.
struct Pair {
  Pair() {
    for (const EventPlace& place : places) report(place, LinkStateEvent{0, LinkState::run});
  }

  template <class Report>
  void report(const EventPlace& place, const Report& report) {
    checker.write({&place, &report});
  }
  void transmit(unsigned end, Time begin, Token token) {
    report(places[end], TokenEvent{begin, begin + bit_count(token) * bit, token, {}});
  }

  static constexpr Time bit = 10 * nanosecond;
  const std::vector<EventPlace> places{{"a.link0", 0}, {"b.link0", 1}};
  ProtocolChecker checker{{bit, bit}};
};

PacketTag of_packet(std::uint64_t id) {
  PacketTag tag;
  tag.trace.id = id;
  return tag;
}

TEST(ProtocolChecker, AllowsEightTokensForAFlowControlToken) {
  Pair pair;
  pair.transmit(1, 0, fct_token);
  for (Time i = 0; i < 8; ++i) pair.transmit(0, 50'000 + i * 100'000, data_token(1));
  EXPECT_EQ(pair.checker.violations(), 0U);
  pair.transmit(0, 850'000, eop_token);
  EXPECT_EQ(pair.checker.violations(), 1U);
  EXPECT_EQ(pair.checker.first(), "at 850 ns a.link0: a token without credit");
}

TEST(ProtocolChecker, AFlowControlTokenCountsWhenItHasComeIn) {
  Pair pair;
  pair.transmit(1, 0, fct_token);
  pair.transmit(0, 40'000, data_token(1));
  EXPECT_EQ(pair.checker.first(), "at 40 ns a.link0: a token without credit");
}

TEST(ProtocolChecker, ALinkThatGoesSilentLosesItsCredit) {
  Pair pair;
  pair.transmit(1, 0, fct_token);
  pair.report(pair.places[0], LinkStateEvent{50'000, LinkState::halted, LinkError::parity});
  pair.report(pair.places[0], LinkStateEvent{60'000, LinkState::run});
  pair.transmit(0, 70'000, data_token(1));
  EXPECT_EQ(pair.checker.first(), "at 70 ns a.link0: a token without credit");
}

TEST(ProtocolChecker, TokensDoNotOverlapAndAreNotFasterThanTheLink) {
  Pair pair;
  pair.transmit(0, 0, fct_token);
  pair.transmit(0, 39'000, null_token);
  EXPECT_EQ(pair.checker.first(),
            "at 39 ns a.link0: a token begins before the end of the last one, at 40 ns");
  Pair other;
  other.report(other.places[1], TokenEvent{0, 79'000, null_token, {}});
  EXPECT_EQ(other.checker.first(), "at 0 ns b.link0: a token of 8 bits takes 79 ns");
}

TEST(ProtocolChecker, PacketsEndBeforeTheNextBegins) {
  Pair pair;
  pair.report(pair.places[0], PacketBeginEvent{0, of_packet(1)});
  pair.report(pair.places[0], PacketEndEvent{140'000, of_packet(1), 0, 1, eop_token});
  pair.report(pair.places[0], PacketBeginEvent{140'000, of_packet(2)});
  EXPECT_EQ(pair.checker.violations(), 0U);
  pair.report(pair.places[0], PacketBeginEvent{200'000, of_packet(3)});
  EXPECT_EQ(pair.checker.first(), "at 200 ns a.link0: packet 3 begins before the end of packet 2");
  pair.report(pair.places[1], PacketEndEvent{300'000, of_packet(4), 0, 1, eop_token});
  EXPECT_EQ(pair.checker.violations(), 2U);
}

TEST(ProtocolChecker, PacketsAreNotFasterThanTheLink) {
  Pair pair;
  pair.report(pair.places[0], PacketBeginEvent{0, of_packet(1)});
  pair.report(pair.places[0], PacketEndEvent{130'000, of_packet(1), 0, 1, eop_token});
  EXPECT_EQ(pair.checker.first(), "at 130 ns a.link0: packet 1 of 14 bits takes 130 ns");
}

class CheckedLevel : public testing::TestWithParam<const char*> {};

TEST_P(CheckedLevel, KeepsTheProtocol) {
  const std::string level = GetParam();
  const std::string errors = level == "signal" || level == "token"
                                 ? "defaults: {dslink: {auto_restart: 30 us, error_interval: 3 ms},"
                                   " c104: {localize_error: true}}\n"
                                 : "";
  const Platform platform = platform_of(mesh_of(level, errors, "2x2"));
  MessageMesh mesh(platform, "mesh", 5, 100, 0);
  std::vector<Time> bit_times;
  for (const auto& probe : mesh.system.link_probes()) bit_times.push_back(probe.bit_time);
  ProtocolChecker checker(bit_times);
  EventStream events;
  events.attach(checker, link_sources(mesh.system), ProtocolChecker::kinds, EventOrder::by_time);
  run_for(1 * millisecond);
  EXPECT_GT(mesh.arrivals.size(), 50U);
  EXPECT_EQ(checker.first(), "");
}

INSTANTIATE_TEST_SUITE_P(Levels, CheckedLevel,
                         testing::Values("signal", "token", "packet", "stream"),
                         [](const auto& level) { return std::string(level.param); });

}  // namespace
}  // namespace weft::test
