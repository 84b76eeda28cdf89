// T9000s and C104s at stream level.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

Platform platform_of(const std::string& yaml) { return resolve(parse_netlist(yaml, "t.yaml")); }

void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

std::string mesh_of(std::string_view level, std::string_view more, std::string_view shape = "4x4",
                    std::string_view width = "1") {
  return fmt::format(
      "level: {}\nnetwork: {{topology: mesh, shape: {}, width: {}, node_width: 2}}\n{}", level,
      shape, width, more);
}

class StreamLevelOf : public testing::TestWithParam<const char*> {};

TEST_P(StreamLevelOf, a_width_loses_doubles_and_reorders_nothing) {
  const Platform platform = platform_of(mesh_of("stream", "", "4x4", GetParam()));
  MessageMesh mesh(platform, "mesh", 10, 100, 0);
  run(20 * millisecond);
  expect_complete(mesh);
}

INSTANTIATE_TEST_SUITE_P(Widths, StreamLevelOf, testing::Values("1", "3"));

class StreamArbitration : public testing::TestWithParam<const char*> {};

TEST_P(StreamArbitration, lets_all_packets_through) {
  const Platform platform = platform_of(mesh_of(
      "stream", fmt::format("defaults: {{c104: {{arbitration: {}}}}}\n", GetParam()), "3x3"));
  MessageMesh mesh(platform, "mesh", 5, 64, 0);
  run(10 * millisecond);
  expect_complete(mesh);
}

INSTANTIATE_TEST_SUITE_P(Policies, StreamArbitration,
                         testing::Values("random", "network_first", "oldest_first", "hops_first"));

TEST(StreamLevel, passes_packets_longer_than_its_buffers) {
  const Platform platform = platform_of(
      mesh_of("stream", "defaults: {c104: {input_buffer: 8, output_buffer: 1}}\n", "4x1"));
  MessageMesh mesh(platform, "small", 10, 100, 0);
  run(20 * millisecond);
  expect_complete(mesh);
}

// Nobody waits for anybody: what is left are boundaries between NULs, 80 ns, one at each link.
TEST(StreamLevel, alone_a_packet_takes_as_long_as_at_token_level) {
  const Platform streams = platform_of(mesh_of("stream", ""));
  const Platform tokens = platform_of(mesh_of("token", ""));
  const Time spacing = 100'030 * nanosecond;  // no multiple of a NUL
  MessageMesh stream(streams, "stream", 1, 32, spacing);
  MessageMesh token(tokens, "token", 1, 32, spacing);
  run(30 * millisecond);
  expect_complete(stream);
  expect_complete(token);
  ASSERT_EQ(stream.arrivals.size(), token.arrivals.size());
  double of_all = 0;
  double of_all_there = 0;
  for (const MessageMesh::Arrival& one : stream.arrivals) {
    const auto same =
        std::find_if(token.arrivals.begin(), token.arrivals.end(),
                     [&one](const auto& other) { return other.tag.id == one.tag.id; });
    ASSERT_NE(same, token.arrivals.end());
    const auto taken = static_cast<double>(one.time - one.tag.injected);
    const auto taken_there = static_cast<double>(same->time - same->tag.injected);
    EXPECT_NEAR(taken, taken_there, (one.tag.hops + 1) * 80e3) << one.tag.hops << " routers";
    of_all += taken;
    of_all_there += taken_there;
  }
  EXPECT_NEAR(of_all, of_all_there, 0.01 * of_all_there);
}

TEST(StreamLevel, the_same_seed_gives_the_same_times) {
  const Platform platform =
      platform_of(mesh_of("stream", "defaults: {c104: {arbitration: random}}\n"));
  MessageMesh a(platform, "a", 5, 100, 0);
  MessageMesh b(platform, "b", 5, 100, 0);
  run(10 * millisecond);
  ASSERT_EQ(a.arrivals.size(), b.arrivals.size());
  for (std::size_t i = 0; i < a.arrivals.size(); ++i) {
    EXPECT_EQ(a.arrivals[i].time, b.arrivals[i].time);
  }
}

struct Wrong {
  const char* name;
  const char* yaml;
  const char* error;
};

class WrongStream : public testing::TestWithParam<Wrong> {};

TEST_P(WrongStream, is_one_error_with_its_place) {
  try {
    platform_of(GetParam().yaml);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().error), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Platforms, WrongStream,
    testing::Values(
        Wrong{"contention",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\ncontention: free\n",
              "t.yaml:3:13: contention left out, but"},
        Wrong{"meets_another_level",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "groups: [{match: 'node[0,0].router', level: token}]\n",
              "expected both ends at level stream, or neither"},
        Wrong{
            "random_headers",
            "level: stream\nnetwork: {topology: mesh, shape: 2x2}\nrouting: {algorithm: valiant}\n",
            "headers that change at 'node[0,0].router', which is at level stream"},
        Wrong{"fault",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "faults: [{link: 'node[0,0].router.link0', at: 1 us}]\n",
              "a fault at the c104 'node[0,0].router'"},
        Wrong{
            "two_rates",
            "level: stream\ncomponents: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, d: "
            "{type: t9000}}\nlinks:\n  - {from: a.link0, to: b.link0}\n"
            "  - {from: c.link0, to: d.link0, bit_rate: 50 Mbit/s}\n",
            "expected links of one rate"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

}  // namespace
}  // namespace weft::test
