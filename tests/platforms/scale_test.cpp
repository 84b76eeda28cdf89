// What a node costs: counts of bytes and of SystemC objects, not times.
#include <gtest/gtest.h>

#include <malloc.h>

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "platforms/platform.hpp"
#include "testbench/experiments/simulation.hpp"
#include "tests/platforms/support.hpp"
#include "tlm/dslink/ds_link.hpp"

namespace weft {
namespace {

constexpr const char* no_workload = "";
constexpr const char* traffic =
    "workload: {type: random_traffic, message_bytes: 32, interval: 30 us}\n";

Platform torus(unsigned side, const char* workload) {
  return test::resolve_text(
      fmt::format("name: torus\n"
                  "network: {{topology: torus, shape: {0}x{0}, width: 2}}\n"
                  "routing: {{addressing: processor}}\n"
                  "run: {{for: 1 us}}\n"
                  "{1}",
                  side, workload));
}

std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Bytes that the simulation of a torus keeps for each node before it runs; 0 where the allocator
/// does not tell (sanitizers replace it).
std::size_t bytes_per_node(unsigned side, const char* workload) {
  const Platform platform = torus(side, workload);
  const std::size_t before = bytes_in_use();
  const Simulation simulation(platform);
  return (bytes_in_use() - before) / (side * side);
}

/// All objects of SystemC below one, and itself.
std::size_t objects_of(const sc_core::sc_object& top) {
  std::size_t count = 1;
  for (const sc_core::sc_object* child : top.get_child_objects()) count += objects_of(*child);
  return count;
}

TEST(Scale, a_node_is_three_objects_of_systemc_itself_a_processor_and_a_router) {
  constexpr unsigned side = 4;
  for (const char* level : {"token", "stream", "packet"}) {
    const Platform platform = torus(side, fmt::format("level: {}\n", level).c_str());
    const System system(level, platform);
    ASSERT_NE(sc_core::sc_find_object(fmt::format("{}.node[1,2].router", level).c_str()), nullptr);
    constexpr std::size_t wheel = 2;  // the module with its process
    EXPECT_EQ(objects_of(system), 1 + wheel + 3 * side * side) << level;
  }
}

// A line is in the bank, in whole lines of the cache: ten for tokens and credit, and one for what
// an end must know of its packets so that the run can tell what was lost on a link.
TEST(Scale, a_link_end_of_tokens_has_room_for_what_each_token_needs) {
  EXPECT_LE(sizeof(token::DsLink), 200U);
  EXPECT_LE(sizeof(token::TokenLine), 704U);
}

TEST(Scale, a_node_of_a_torus_takes_at_most_80_kilobytes) {
  const std::size_t bytes = bytes_per_node(32, no_workload);
  if (bytes == 0) GTEST_SKIP() << "this allocator does not count";
  EXPECT_LE(bytes, 80'000U);
}

TEST(Scale, a_node_does_not_pay_for_virtual_channels_that_nobody_uses) {
  // A channel to each of 1,023 others would be 150 kilobytes more.
  const std::size_t bytes = bytes_per_node(32, traffic);
  if (bytes == 0) GTEST_SKIP() << "this allocator does not count";
  EXPECT_LE(bytes, 85'000U);
}

}  // namespace
}  // namespace weft
