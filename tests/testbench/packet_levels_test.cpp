// What holds at both levels of whole packets, packet and stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

class PacketLevels : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(PacketLevels, lose_double_and_reorder_nothing) {
  const auto& [level, width] = GetParam();
  const Platform platform = platform_of(mesh_of(level, "", "4x4", width));
  MessageMesh mesh(platform, "mesh", 10, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
}

TEST_P(PacketLevels, give_the_same_times_for_the_same_seed) {
  const auto& [level, width] = GetParam();
  const Platform platform =
      platform_of(mesh_of(level, "defaults: {c104: {arbitration: random}}\n", "4x4", width));
  MessageMesh a(platform, "a", 5, 100, 0);
  MessageMesh b(platform, "b", 5, 100, 0);
  run_for(10 * millisecond);
  ASSERT_EQ(a.arrivals.size(), b.arrivals.size());
  for (std::size_t i = 0; i < a.arrivals.size(); ++i) {
    EXPECT_EQ(a.arrivals[i].time, b.arrivals[i].time);
  }
}

// A virtual channel processor puts one packet together at a time, whatever the links. At `stream`
// the first of two may have waited longer for what was on the wire: a NUL, flow control tokens.
TEST_P(PacketLevels, keep_the_service_time_between_packets_of_a_processor) {
  const auto& [level, width] = GetParam();
  constexpr Time service = 3 * microsecond;
  const Time slack = std::string_view(level) == "stream" ? 400 * nanosecond : 0;
  const Platform platform = platform_of(mesh_of(
      level, "defaults: {t9000: {service_time: 3 us, acknowledge_on: end}}\n", "3x1", width));
  MessageMesh mesh(platform, "mesh", 20, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
  std::map<std::uint64_t, std::vector<Time>> sent;  // by processor
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    sent[packet.tag.trace.id >> 40].push_back(packet.tag.trace.sent);
  }
  EXPECT_EQ(sent.size(), 3U);
  for (auto& [processor, times] : sent) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) {
      EXPECT_GE(times[i] + slack, times[i - 1] + service);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, PacketLevels,
                         testing::Combine(testing::Values("packet", "stream"),
                                          testing::Values("1", "3")));

struct Wrong {
  const char* name;
  const char* yaml;
  const char* error;
};

class WrongLevel : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLevel, is_one_error_with_its_place) {
  try {
    platform_of(GetParam().yaml);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().error), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Platforms, WrongLevel,
    testing::Values(
        Wrong{"contention_at_token", "network: {topology: mesh, shape: 2x2}\ncontention: free\n",
              "t.yaml:2:13: contention left out, but"},
        Wrong{"unknown_contention", "network: {topology: mesh, shape: 2x2}\ncontention: fre\n",
              "t.yaml:2:13: unknown contention: 'fre'"},
        Wrong{"no_latency_at_token",
              "network: {topology: mesh, shape: 2x2}\ndefaults: {c104: {routing_latency: 0 ns}}\n",
              "t.yaml:2:36: a routing_latency of 0 ns at"},
        Wrong{"random_headers_at_two_levels",
              "network: {topology: mesh, shape: 2x2}\nrouting: {algorithm: valiant}\n"
              "groups: [{match: 'node[0,0].router', level: packet}]\n",
              "random headers at"},
        Wrong{"contention_at_stream",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\ncontention: free\n",
              "t.yaml:3:13: contention left out, but"},
        Wrong{"stream_meets_another_level",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "groups: [{match: 'node[0,0].router', level: token}]\n",
              "expected both ends at level stream, or neither"},
        Wrong{
            "random_headers_at_stream",
            "level: stream\nnetwork: {topology: mesh, shape: 2x2}\nrouting: {algorithm: valiant}\n",
            "headers that change at 'node[0,0].router', which is at level stream"},
        Wrong{"fault_at_stream",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "faults: [{link: 'node[0,0].router.link0', at: 1 us}]\n",
              "a fault at the c104 'node[0,0].router'"},
        Wrong{
            "two_rates_at_stream",
            "level: stream\ncomponents: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, d: "
            "{type: t9000}}\nlinks:\n  - {from: a.link0, to: b.link0}\n"
            "  - {from: c.link0, to: d.link0, bit_rate: 50 Mbit/s}\n",
            "expected links of one rate"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

}  // namespace
}  // namespace weft::test
