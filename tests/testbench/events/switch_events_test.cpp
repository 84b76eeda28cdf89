// What switches tell of packets, at all levels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/events/event_sources.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

/// Of a packet in a switch.
struct SwitchNote {
  Time time = 0;
  std::string place;
  unsigned input = 0;
  unsigned output = 0;
  PacketTag tag;
  Time asked = 0;
  WaitCause cause = WaitCause::output_busy;
  PacketTrace holder = {};

  friend bool operator==(const SwitchNote&, const SwitchNote&) = default;
};

class SwitchNotes final : public EventSink {
 public:
  static constexpr EventKinds kinds{EventKind::hop, EventKind::wait};

  void write(const Event& event) override {
    const std::string& place = event.place->name;
    if (const auto* hop = std::get_if<const PacketHopEvent*>(&event.report)) {
      const PacketHopEvent& one = **hop;
      hops.push_back({one.time, place, one.input, one.output, one.tag, one.asked});
      outputs[one.tag.trace.id].emplace_back(place, one.output);
    } else {
      const PacketWaitEvent& one = *std::get<const PacketWaitEvent*>(event.report);
      waits.push_back(
          {one.time, place, one.input, one.output, one.tag, one.time, one.cause, one.holder});
    }
  }

  std::vector<SwitchNote> hops;
  std::vector<SwitchNote> waits;
  /// Switches and outputs that a packet went by.
  std::map<std::uint64_t, std::vector<std::pair<std::string, unsigned>>> outputs;
};

std::vector<SwitchNote> sorted(std::vector<SwitchNote> notes) {
  std::sort(notes.begin(), notes.end(), [](const SwitchNote& a, const SwitchNote& b) {
    return std::tie(a.time, a.place, a.input) < std::tie(b.time, b.place, b.input);
  });
  return notes;
}

/// Messages between all processors of a mesh, and what its switches tell.
struct ObservedSwitches {
  ObservedSwitches(const std::string& level, Time spacing, const char* name = nullptr,
                   const std::string& more = "")
      : platform(platform_of(mesh_of(level, more, "3x2"))),
        mesh(platform, name == nullptr ? level.c_str() : name, 3, 80, spacing) {
    events.attach(notes, switch_sources(mesh.system), SwitchNotes::kinds, EventOrder::as_reported);
    for (const EventSource& source : switch_sources(mesh.system)) {
      events.attach_hops_that_waited(late, source);
    }
  }

  Platform platform;
  MessageMesh mesh;
  SwitchNotes notes;
  SwitchNotes late;  // hops that have waited
  EventStream events;
};

TEST(SwitchEvents, AreTheSameAtSignalAndToken) {
  ObservedSwitches signal("signal", 0);
  ObservedSwitches token("token", 0);
  run_for(300 * microsecond);
  EXPECT_GT(token.notes.hops.size(), 200U);
  EXPECT_GT(token.notes.waits.size(), 20U);
  EXPECT_EQ(sorted(signal.notes.hops), sorted(token.notes.hops));
  EXPECT_EQ(sorted(signal.notes.waits), sorted(token.notes.waits));
}

class SwitchEventsOf : public testing::TestWithParam<const char*> {};

// All send at once: whose hop comes later than it asked has waited, and who waits has its hop. At
// `packet` and `stream` an output can become free at the very time at which a packet waits for it.
TEST_P(SwitchEventsOf, TellAWaitForEachHopThatComesLate) {
  ObservedSwitches one(GetParam(), 0);
  run_for(3 * millisecond);
  expect_complete(one.mesh);
  using Asked = std::tuple<std::string, std::uint64_t, Time>;  // switch, packet, when it asked
  std::set<Asked> hops;
  std::set<Asked> late;
  for (const SwitchNote& hop : one.notes.hops) {
    EXPECT_GE(hop.time, hop.asked);
    hops.emplace(hop.place, hop.tag.trace.id, hop.asked);
    if (hop.time > hop.asked) late.emplace(hop.place, hop.tag.trace.id, hop.asked);
  }
  std::set<Asked> waits;
  for (const SwitchNote& wait : one.notes.waits) {
    waits.emplace(wait.place, wait.tag.trace.id, wait.time);
    EXPECT_NE(wait.holder.id, wait.tag.trace.id) << "no packet waits for itself";
    EXPECT_NE(wait.cause, WaitCause::link_down);
  }
  EXPECT_GT(late.size(), 20U);
  std::vector<SwitchNote> waited = one.notes.hops;
  std::erase_if(waited, [](const SwitchNote& hop) { return hop.time <= hop.asked; });
  EXPECT_EQ(one.late.hops, waited);
  EXPECT_TRUE(one.late.waits.empty());
  EXPECT_TRUE(std::includes(waits.begin(), waits.end(), late.begin(), late.end()));
  EXPECT_TRUE(std::includes(hops.begin(), hops.end(), waits.begin(), waits.end()));
}

// One packet at a time: nothing is in the way of anything.
TEST_P(SwitchEventsOf, LeadPacketsByTheOutputsOfToken) {
  const std::string alone = "defaults: {t9000: {acknowledge_on: end}}\n";
  ObservedSwitches one(GetParam(), 100 * microsecond, nullptr, alone);
  ObservedSwitches token("token", 100 * microsecond, "compared", alone);
  run_for(5 * millisecond);
  expect_complete(one.mesh);
  EXPECT_TRUE(one.notes.waits.empty());
  EXPECT_GT(one.notes.outputs.size(), 100U);
  EXPECT_EQ(one.notes.outputs, token.notes.outputs);
}

INSTANTIATE_TEST_SUITE_P(Levels, SwitchEventsOf, testing::Values("token", "packet", "stream"),
                         [](const auto& level) { return std::string(level.param); });

TEST(SwitchEvents, OfAnAdaptiveRouterAreItsHops) {
  const Platform platform = platform_of(
      "components:\n"
      "  a: {type: t9000, level: packet}\n"
      "  b: {type: t9000, level: packet}\n"
      "  left: {type: forced_router, links: 2}\n"
      "  right: {type: forced_router, links: 2}\n"
      "links:\n"
      "  - {from: a.link0, to: left.link0}\n"
      "  - {from: left.link1, to: right.link1}\n"
      "  - {from: right.link0, to: b.link0}\n"
      "workload: {type: none}\n");
  MessageMesh mesh(platform, "pair", 2, 32, 0);
  SwitchNotes notes;
  EventStream events;
  events.attach(notes, switch_sources(mesh.system), SwitchNotes::kinds, EventOrder::as_reported);
  run_for(1 * millisecond);
  expect_complete(mesh);
  ASSERT_FALSE(notes.outputs.empty());
  for (const auto& [id, outputs] : notes.outputs) EXPECT_EQ(outputs.size(), 2U) << id;
  for (const SwitchNote& hop : notes.hops) EXPECT_NE(hop.input, hop.output);
}

}  // namespace
}  // namespace weft::test
