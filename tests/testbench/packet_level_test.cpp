// T9000s and C104s at packet level.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "testbench/statistics/link_report.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

const std::string no_latency = "defaults: {c104: {routing_latency: 0 ns}}\n";

class PacketRouting : public testing::TestWithParam<const char*> {};

TEST_P(PacketRouting, and_its_headers_reach_all) {
  const Platform platform = platform_of(
      mesh_of("packet", fmt::format("routing: {{algorithm: {}}}\n", GetParam()), "3x3", "2"));
  MessageMesh mesh(platform, "mesh", 4, 64, 0);
  run_for(10 * millisecond);
  expect_complete(mesh);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, PacketRouting,
                         testing::Values("dimension_order", "valiant", "up_down"));

TEST(PacketLevel, joins_components_at_any_level) {
  const Platform platform = platform_of(
      "network: {topology: mesh, shape: 3x3, node_width: 2}\n"
      "groups:\n"
      "  - {match: 'node[0,*].*', level: packet}\n"
      "  - {match: 'node[1,*].router', level: packet}\n"
      "  - {match: 'node[2,2].cpu', level: packet}\n"
      "  - {match: 'node[2,0].*', level: signal}\n");
  MessageMesh mesh(platform, "mixed", 5, 100, 0);
  run_for(10 * millisecond);
  expect_complete(mesh);
}

// 10 bits a byte and 4 for the end, at 10 ns a bit; each C104 adds the 100 ns of the header (thesis
// 5.4: "3.4 us plus a per-hop latency of at least 100 ns").
TEST(PacketLevel, alone_a_packet_takes_its_length_and_a_header_for_each_c104) {
  const Platform platform = platform_of(mesh_of("packet", no_latency));
  MessageMesh mesh(platform, "mesh", 1, 32, 100 * microsecond);
  run_for(30 * millisecond);
  expect_complete(mesh);
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    const Time length = (10 * (packet.bytes + 1) + 4) * 10 * nanosecond;
    EXPECT_EQ(packet.time - packet.tag.trace.sent,
              length + packet.tag.protocol.hops * 100 * nanosecond);
    if (packet.tag.protocol.hops < 2) continue;
    EXPECT_EQ(packet.tag.trace.routed, packet.tag.trace.sent + 100 * nanosecond);
  }
}

// One cable more than routers.
TEST(PacketLevel, alone_a_packet_takes_the_delay_of_each_cable_too) {
  const Platform platform = platform_of(mesh_of(
      "packet",
      "defaults: {c104: {routing_latency: 0 ns}, dslink: {delay: 300 ns, delay_back: 300 ns}}\n"));
  MessageMesh mesh(platform, "mesh", 1, 32, 100 * microsecond);
  run_for(30 * millisecond);
  expect_complete(mesh);
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    const Time length = (10 * (packet.bytes + 1) + 4) * 10 * nanosecond;
    const Time hops = packet.tag.protocol.hops;
    EXPECT_EQ(packet.time - packet.tag.trace.sent,
              length + hops * 100 * nanosecond + (hops + 1) * 300 * nanosecond);
  }
}

// What is left are the NUL that a packet waits for at each link at token, a code in its header, of
// which a switch at packet knows nothing, and S that comes later than D.
TEST(PacketLevel, alone_with_cables_and_time_codes_a_packet_takes_as_long_as_at_token_level) {
  const std::string links =
      "defaults:\n"
      "  dslink: {form: spacewire, time_code_interval: 7300 ns, delay: 300 ns, delay_back: 170 "
      "ns,\n"
      "           skew: 4 ns}\n"
      "  c104: {arbitration: oldest_first, acknowledgement_priority: true}\n";
  const Platform packets = platform_of(mesh_of("packet", links, "3x3"));
  const Platform tokens = platform_of(mesh_of("token", links, "3x3"));
  const Time spacing = 100'030 * nanosecond;  // no multiple of a NUL
  MessageMesh packet(packets, "packet", 1, 32, spacing);
  MessageMesh token(tokens, "token", 1, 32, spacing);
  run_for(8 * millisecond);
  expect_complete(packet);
  expect_complete(token);
  ASSERT_EQ(packet.arrivals.size(), token.arrivals.size());
  for (const MessageMesh::Arrival& one : packet.arrivals) {
    const auto same =
        std::find_if(token.arrivals.begin(), token.arrivals.end(),
                     [&one](const auto& other) { return other.tag.trace.id == one.tag.trace.id; });
    ASSERT_NE(same, token.arrivals.end());
    const auto taken = static_cast<double>(one.time - one.tag.protocol.injected);
    const auto taken_there = static_cast<double>(same->time - same->tag.protocol.injected);
    EXPECT_NEAR(taken, taken_there, (one.tag.protocol.hops + 1) * (80e3 + 140e3 + 4e3));
  }
}

// What is told of room comes later too.
TEST(PacketLevel, long_cables_lose_double_and_reorder_nothing) {
  const Platform platform = platform_of(
      mesh_of("packet", "defaults: {dslink: {delay: 2 us, delay_back: 70 ns}}\n", "3x3"));
  MessageMesh mesh(platform, "mesh", 10, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
}

// 20 tokens of room, packets of up to 34.
TEST(PacketLevel, a_packet_longer_than_the_buffer_waits_until_it_is_empty) {
  const Platform platform = platform_of(
      mesh_of("packet", "defaults: {c104: {input_buffer: 16, output_buffer: 4}}\n", "3x1"));
  MessageMesh mesh(platform, "small", 10, 100, 0);
  run_for(10 * millisecond);
  expect_complete(mesh);
}

// One packet fills the buffer: the next one has to wait for the 100 ns that the tail of the one
// before takes to leave the C104, and so 100 ns of the 3,440 of each packet on one link of four.
TEST(PacketLevel, a_link_is_occupied_while_a_packet_waits_for_room) {
  const Platform platform = platform_of(
      "level: packet\ncomponents:\n  left: {type: t9000}\n  right: {type: t9000}\n"
      "  switch:\n    type: c104\n    routing_latency: 0 ns\n    input_buffer: 30\n"
      "    output_buffer: 4\n"
      "    intervals: [{to: 2, links: link0}, {to: 4, links: link1}]\n"
      "links:\n  - {from: left.link0, to: switch.link0}\n"
      "  - {from: right.link0, to: switch.link1}\n"
      "workload: {type: stream, message_bytes: 3200, bidirectional: false}\n"
      "run: {for: 1100 us, warm_up: 100 us}\n");
  System system("occupied", platform);
  const std::unique_ptr<Workload> workload = make_workload(system);
  run_for(100 * microsecond);
  const LinkReport links(system, 100 * microsecond);
  run_for(millisecond);
  const ReportedValues values = links.report(1100 * microsecond, millisecond);
  const double blocked =
      value_of(values, "link occupancy mean") - value_of(values, "link utilisation mean");
  EXPECT_NEAR(blocked, 100.0 * 100 / 3440 / 4, 0.02);
}

TEST(PacketLevel, occupancy_is_told_only_where_it_is_counted_on_all_links) {
  const Platform platform = platform_of(mesh_of("token", ""));
  const System system("token", platform);
  const LinkReport links(system, 0);
  for (const ReportedValue& value : links.report(millisecond, millisecond)) {
    EXPECT_EQ(value.quantity.find("occupancy"), std::string::npos);
  }
}

TEST(Contention, without_it_every_packet_takes_its_best_time_at_any_load) {
  const Platform platform = platform_of(mesh_of("packet", no_latency + "contention: free\n"));
  MessageMesh mesh(platform, "free", 1, 32, 0);  // those of one channel would wait at its end
  run_for(5 * millisecond);
  expect_complete(mesh);
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    const Time length = (10 * (packet.bytes + 1) + 4) * 10 * nanosecond;
    EXPECT_EQ(packet.time - packet.tag.protocol.injected,
              length + packet.tag.protocol.hops * 100 * nanosecond);
  }
}

// Definition 5.2: packets wait for each other at their first link between routers, and nowhere
// else.
TEST(Contention, throttled_it_is_left_at_the_first_link_alone) {
  const Platform platform = platform_of(mesh_of("packet", no_latency + "contention: throttled\n"));
  MessageMesh mesh(platform, "throttled", 5, 32, 0);
  run_for(5 * millisecond);
  expect_complete(mesh);
  std::size_t waited = 0;
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    const Time length = (10 * (packet.bytes + 1) + 4) * 10 * nanosecond;
    if (packet.tag.protocol.hops < 2) {
      EXPECT_EQ(packet.time - packet.tag.protocol.injected,
                length + packet.tag.protocol.hops * 100 * nanosecond);
      continue;
    }
    EXPECT_EQ(packet.time - packet.tag.trace.routed,
              length + (packet.tag.protocol.hops - 1) * 100 * nanosecond);
    EXPECT_EQ(packet.tag.trace.sent, packet.tag.protocol.injected);
    if (packet.tag.trace.routed > packet.tag.trace.sent + 100 * nanosecond) ++waited;
  }
  EXPECT_GT(waited, mesh.arrivals.size() / 4);
}

}  // namespace
}  // namespace weft::test
