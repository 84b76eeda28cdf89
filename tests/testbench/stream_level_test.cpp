// T9000s and C104s at stream level.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

class StreamArbitration : public testing::TestWithParam<const char*> {};

TEST_P(StreamArbitration, lets_all_packets_through) {
  const Platform platform = platform_of(mesh_of(
      "stream", fmt::format("defaults: {{c104: {{arbitration: {}}}}}\n", GetParam()), "3x3"));
  MessageMesh mesh(platform, "mesh", 5, 64, 0);
  run_for(10 * millisecond);
  expect_complete(mesh);
}

INSTANTIATE_TEST_SUITE_P(Policies, StreamArbitration,
                         testing::Values("random", "network_first", "oldest_first", "hops_first"));

TEST(StreamLevel, passes_packets_longer_than_its_buffers) {
  const Platform platform = platform_of(
      mesh_of("stream", "defaults: {c104: {input_buffer: 8, output_buffer: 1}}\n", "4x1"));
  MessageMesh mesh(platform, "small", 10, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
}

// Nobody waits for anybody: what is left are boundaries between NULs, 80 ns, one at each link.
TEST(StreamLevel, alone_a_packet_takes_as_long_as_at_token_level) {
  const Platform streams = platform_of(mesh_of("stream", ""));
  const Platform tokens = platform_of(mesh_of("token", ""));
  const Time spacing = 100'030 * nanosecond;  // no multiple of a NUL
  MessageMesh stream(streams, "stream", 1, 32, spacing);
  MessageMesh token(tokens, "token", 1, 32, spacing);
  run_for(30 * millisecond);
  expect_complete(stream);
  expect_complete(token);
  ASSERT_EQ(stream.arrivals.size(), token.arrivals.size());
  double of_all = 0;
  double of_all_there = 0;
  for (const MessageMesh::Arrival& one : stream.arrivals) {
    const auto same =
        std::find_if(token.arrivals.begin(), token.arrivals.end(),
                     [&one](const auto& other) { return other.tag.trace.id == one.tag.trace.id; });
    ASSERT_NE(same, token.arrivals.end());
    const auto taken = static_cast<double>(one.time - one.tag.protocol.injected);
    const auto taken_there = static_cast<double>(same->time - same->tag.protocol.injected);
    EXPECT_NEAR(taken, taken_there, (one.tag.protocol.hops + 1) * 80e3)
        << one.tag.protocol.hops << " routers";
    of_all += taken;
    of_all_there += taken_there;
  }
  EXPECT_NEAR(of_all, of_all_there, 0.01 * of_all_there);
}

}  // namespace
}  // namespace weft::test
