// The same packets are seen on the links at all levels.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "testbench/events/event_sources.hpp"
#include "tests/testbench/events/event_list.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

/// Messages between all processors of a mesh, and the packets that are seen on its links.
struct Observed {
  Observed(const std::string& level, const std::string& more, Time spacing)
      : platform(platform_of(mesh_of(level, more, "2x2"))),
        mesh(platform, level.c_str(), 3, 80, spacing) {
    events.attach(notes, link_sources(mesh.system), PacketNotes::kinds, EventOrder::by_time);
  }

  Platform platform;
  MessageMesh mesh;
  PacketNotes notes;
  EventStream events;
};

void expect_equal_at_signal_and_token(const std::string& more) {
  Observed signal("signal", more, 0);
  Observed token("token", more, 0);
  run_for(400 * microsecond);
  ASSERT_TRUE(std::is_sorted(token.notes.notes.begin(), token.notes.notes.end(),
                             [](const auto& a, const auto& b) { return a.time < b.time; }));
  EXPECT_GT(token.notes.notes.size(), 100U);
  EXPECT_EQ(signal.notes.sorted(), token.notes.sorted());
}

TEST(EventLevels, SignalAndTokenHaveTheSamePacketsToThePicosecond) {
  expect_equal_at_signal_and_token("");
}

TEST(EventLevels, SignalAndTokenHaveTheSamePacketsWhereLinksFail) {
  expect_equal_at_signal_and_token(
      "defaults: {dslink: {auto_restart: 30 us, error_interval: 300 us},"
      " c104: {localize_error: true}}\n");
}

class WholePackets : public testing::TestWithParam<const char*> {};

// One packet at a time, so that nothing depends on who comes first, and each takes the first link
// of its processor.
TEST_P(WholePackets, CrossTheSameLinksAsAtToken) {
  const std::string alone = "defaults: {t9000: {acknowledge_on: end}}\n";
  Observed whole(GetParam(), alone, 100 * microsecond);
  Observed token("token", alone, 100 * microsecond);
  run_for(3 * millisecond);
  expect_complete(whole.mesh);
  expect_complete(token.mesh);
  EXPECT_GT(token.notes.route.size(), 100U);
  EXPECT_EQ(whole.notes.route, token.notes.route);
  for (const auto& [id, links] : whole.notes.route) EXPECT_GE(links.size(), 2U) << id;
}

TEST_P(WholePackets, EndWhereTheyBegan) {
  Observed whole(GetParam(), "", 0);
  run_for(3 * millisecond);
  expect_complete(whole.mesh);
  std::map<std::string, std::uint64_t> on;  // by link
  for (const PacketNote& note : whole.notes.notes) {
    std::uint64_t& packet = on[note.place];
    EXPECT_EQ(packet, note.kind == EventKind::packet_begins ? 0 : note.id()) << note;
    packet = note.kind == EventKind::packet_begins ? note.id() : 0;
  }
  for (const auto& [link, packet] : on) EXPECT_EQ(packet, 0U) << link;
}

INSTANTIATE_TEST_SUITE_P(Levels, WholePackets, testing::Values("packet", "stream"),
                         [](const auto& level) { return std::string(level.param); });

}  // namespace
}  // namespace weft::test
