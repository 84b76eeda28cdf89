// Meshes of chaos and forced routers, T9000s on them.
#include <cstdlib>
#include <string>
#include <vector>

#include "hw/adaptive/adaptive_core.hpp"
#include "tests/platforms/adaptive_platforms.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

std::uint64_t derouted(const System& system) {
  std::uint64_t sum = 0;
  for (const auto& [component, core] : system.all<AdaptiveCore>()) {
    sum += core->counters().packets_derouted;
    EXPECT_EQ(core->counters().header_errors, 0U);
  }
  return sum;
}

class AdaptiveNetwork : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Routers, AdaptiveNetwork, testing::Values("chaos_router", "forced_router"),
                         [](const auto& router) { return std::string(router.param); });

// One message of one packet at a time.
TEST_P(AdaptiveNetwork, at_low_load_packets_take_shortest_paths) {
  const Platform platform = platform_of(adaptive_mesh(GetParam(), 4));
  MessageMesh mesh(platform, "system", 1, 32, 40 * microsecond);
  run_for(10 * millisecond);
  expect_complete(mesh);
  EXPECT_EQ(derouted(mesh.system), 0U);
  EXPECT_GE(mesh.arrivals.size(), 480U);
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    const auto from = static_cast<unsigned>(packet.tag.trace.id >> 40) - 1;  // ids tell the sender
    const unsigned to = packet.at;
    const int distance = std::abs(static_cast<int>(from % 4) - static_cast<int>(to % 4)) +
                         std::abs(static_cast<int>(from / 4) - static_cast<int>(to / 4));
    EXPECT_EQ(packet.tag.protocol.hops, distance + 1) << from << " to " << to;
    // what crosses no link between routers has no routed lifetime (thesis, definition 5.3)
    EXPECT_EQ(packet.tag.trace.routed != never, distance != 0) << from << " to " << to;
    EXPECT_GT(packet.tag.trace.routed, packet.tag.trace.sent) << from << " to " << to;
  }
}

TEST_P(AdaptiveNetwork, all_pairs_at_once_lose_double_and_reorder_nothing) {
  const Platform platform = platform_of(adaptive_mesh(GetParam(), 4));
  MessageMesh mesh(platform, "system", 10, 100, 0);
  run_for(40 * millisecond);
  expect_complete(mesh);
  EXPECT_GT(derouted(mesh.system), 0U);  // it was busy indeed
}

TEST_P(AdaptiveNetwork, the_seed_alone_decides) {
  const std::string text = adaptive_mesh(GetParam(), 4);
  const Platform one = platform_of("seed: 5\n" + text);
  const Platform other = platform_of("seed: 6\n" + text);
  MessageMesh a(one, "a", 3, 100, 0);
  MessageMesh b(one, "b", 3, 100, 0);
  MessageMesh c(other, "c", 3, 100, 0);
  run_for(20 * millisecond);
  const auto times = [](const MessageMesh& mesh) {
    std::vector<Time> all;
    for (const MessageMesh::Arrival& packet : mesh.arrivals) all.push_back(packet.time);
    return all;
  };
  EXPECT_EQ(times(a), times(b));
  EXPECT_NE(times(a), times(c));
}

// signal - packet - token, and a fat link of two.
TEST_P(AdaptiveNetwork, processors_at_any_level_are_joined) {
  const std::string text =
      "defaults: {t9000: {link_choice: any_free}}\n"
      "components:\n"
      "  a: {type: t9000, level: signal}\n"
      "  b: {type: t9000}\n"
      "  c: {type: t9000}\n"
      "  left: {type: " +
      std::string(GetParam()) +
      ", links: 6}\n"
      "  right: {type: " +
      std::string(GetParam()) +
      ", links: 6}\n"
      "links:\n"
      "  - {from: a.link0, to: left.link0}\n"
      "  - {from: left.link2, to: right.link2, width: 2}\n"
      "  - {from: right.link0, to: b.link0, width: 2}\n"
      "  - {from: right.link5, to: c.link0}\n";
  const Platform platform = platform_of(text);
  MessageMesh mesh(platform, "system", 10, 200, 0);
  run_for(5 * millisecond);
  expect_complete(mesh);
  for (const System::LinkProbe& probe : mesh.system.link_probes()) {
    EXPECT_EQ(probe.d != nullptr, probe.where.component == 0) << probe.name();
    EXPECT_NE(probe.counters->data, 0U) << probe.name();
  }
}

// Every packet that a router has routed is counted at one of its two links.
TEST_P(AdaptiveNetwork, links_at_packet_level_count_what_crosses_them) {
  const std::string text =
      "components:\n"
      "  a: {type: t9000}\n"
      "  b: {type: t9000}\n"
      "  left: {type: " +
      std::string(GetParam()) +
      ", links: 2}\n"
      "  right: {type: " +
      std::string(GetParam()) +
      ", links: 2}\n"
      "links:\n"
      "  - {from: a.link0, to: left.link0}\n"
      "  - {from: left.link1, to: right.link1}\n"
      "  - {from: right.link0, to: b.link0}\n";
  const Platform platform = platform_of(text);
  MessageMesh mesh(platform, "system", 20, 100, 0);
  run_for(2 * millisecond);
  expect_complete(mesh);
  const auto& probes = mesh.system.link_probes();
  const LinkCounters& at_processor = *probes[0].counters;
  const LinkCounters& to_processor = *probes[1].counters;
  const LinkCounters& between = *probes[2].counters;
  const AdaptiveCore& left = *mesh.system.find<AdaptiveCore>(*platform.find("left"));
  EXPECT_EQ(between.ends + to_processor.ends, left.counters().packets_routed);
  EXPECT_GE(between.ends, at_processor.ends);
  EXPECT_GE(between.data, at_processor.data);
  if (derouted(mesh.system) == 0) {
    EXPECT_EQ(between.data, at_processor.data);
  }
  EXPECT_EQ(between.fcts, 0U);
  EXPECT_NE(at_processor.fcts, 0U);
  EXPECT_EQ(probes[2].core, nullptr);
}

}  // namespace
}  // namespace weft::test
