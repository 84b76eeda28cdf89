// `run:` of a platform.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tests/platforms/support.hpp"

namespace weft::test {
namespace {

TEST(Run, TheUsualLimitOfALongRunIsTheLongestThereIs) {
  constexpr Time longest = std::numeric_limits<std::int64_t>::max();
  const Platform platform = resolve_text(
      "level: packet\nnetwork: {topology: mesh, shape: 2}\nworkload: {type: stream}\n"
      "run: {for: 9000000 s, until: {measure: throughput}}\n");
  EXPECT_GE(platform.run.until->at_most, platform.run.duration);
  EXPECT_LE(platform.run.until->at_most, longest);
  const Platform usual = resolve_text(
      "network: {topology: mesh, shape: 2}\nworkload: {type: stream}\n"
      "run: {for: 1 s, until: {measure: throughput}}\n");
  EXPECT_EQ(usual.run.until->at_most, 100 * second);
}

}  // namespace
}  // namespace weft::test
