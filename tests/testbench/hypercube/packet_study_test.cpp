// What packets win and lose against wormholes (sections 5.1, 6 and 7), on shorter runs than
// `weft reproduce hypercube-512`.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/testbench/hypercube/cube_runs.hpp"

namespace weft {
namespace {

/// Means of a run, us.
struct Transported {
  double first = 0;
  double last = 0;
  double at_source = 0;  ///< Until its first packet, or the header, leaves.

  double first_from_leaving() const { return first - at_source; }
  double bandwidth_over(const Transported& other) const {
    return (other.last - other.first) / (last - first);
  }
};

struct Comparison {
  Transported wormhole, fixed, adaptive;
};

/// A cube of degree 6 at a mean interval in ticks.
Comparison compared(unsigned mean_bytes, unsigned interval, unsigned messages) {
  const std::string load = fmt::format("mean_bytes: {}, interval_ticks: {}, messages: {}",
                                       mean_bytes, interval, messages);
  std::vector<std::string> platforms;
  for (const char* cell : {"transport: wormhole", "routing: fixed", "routing: quasi_adaptive"}) {
    platforms.push_back(test::cube(cell, load, "40 ms", 6));
  }
  const auto all =
      test::results(platforms, {"first arrival mean", "last arrival mean", "wait at source mean"});
  const auto one = [&all](std::size_t i) { return Transported{all[i][0], all[i][1], all[i][2]}; };
  return {one(0), one(1), one(2)};
}

// Published: latency of fixed routes 70 % and quasi-adaptive below 20 % of the wormhole's,
// bandwidth 30 and 20 %; whole messages have come, in the mean, by when they begin to come as
// wormholes.
TEST(HypercubeStudy, at_the_heaviest_load_short_messages_come_in_a_fifth_of_the_time) {
  const Comparison ratios = compared(512, 1024, 100);
  EXPECT_LT(ratios.adaptive.first / ratios.wormhole.first, 0.2);
  EXPECT_GT(ratios.wormhole.first / ratios.adaptive.first, 5) << "a factor of up to 5";
  EXPECT_NEAR(ratios.fixed.first / ratios.wormhole.first, 0.7, 0.15);
  EXPECT_NEAR(ratios.fixed.bandwidth_over(ratios.wormhole), 0.3, 0.15);
  EXPECT_NEAR(ratios.adaptive.bandwidth_over(ratios.wormhole), 0.2, 0.15);
  EXPECT_LT(ratios.adaptive.last, ratios.wormhole.first);
}

TEST(HypercubeStudy, bandwidth_is_lost_least_where_latency_gains_least) {
  const Comparison heavy = compared(512, 1024, 50);
  const Comparison light = compared(512, 9216, 50);
  EXPECT_GT(light.adaptive.first / light.wormhole.first,
            heavy.adaptive.first / heavy.wormhole.first);
  EXPECT_GT(light.adaptive.bandwidth_over(light.wormhole),
            heavy.adaptive.bandwidth_over(heavy.wormhole));
}

// Section 5.1: longer messages by fixed routes block in order at their source, as wormholes do;
// from where they leave it they are faster. The first packet of a short one has left it when it
// waits for the 16 in the buffers of its port.
TEST(HypercubeStudy, by_fixed_routes_long_messages_block_at_their_source) {
  const Comparison longer = compared(2048, 4096, 20);
  const Comparison shorter = compared(512, 1024, 20);
  const auto gain = [](const Comparison& ratios) {
    return ratios.wormhole.first / ratios.fixed.first;
  };
  EXPECT_LT(gain(longer), gain(shorter));
  EXPECT_GT(longer.fixed.at_source, 0.9 * longer.fixed.first);
  EXPECT_GT(longer.wormhole.at_source, 0.7 * longer.wormhole.first);
  EXPECT_GT(longer.wormhole.first_from_leaving(), 2 * longer.fixed.first_from_leaving());
  EXPECT_LT(longer.adaptive.at_source, 0.5 * longer.fixed.at_source);
}

}  // namespace
}  // namespace weft
