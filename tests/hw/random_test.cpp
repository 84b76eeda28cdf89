#include "hw/common/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace weft {
namespace {

// The figures of every reproduction stand on these draws: none of them may ever change. The numbers
// are those of the first release.
TEST(RandomStream, DrawsTheSameNumbersForEver) {
  RandomStream stream(7, "node[3,2].router");
  EXPECT_EQ(stream.below(2), 1U);
  EXPECT_EQ(stream.below(3), 1U);
  EXPECT_EQ(stream.below(10), 5U);
  EXPECT_EQ(stream.below(1000), 133U);
  EXPECT_EQ(stream.below(std::uint64_t{1} << 40U), 950150884727U);
  EXPECT_EQ(stream.below(~std::uint64_t{0}), 16995645496346970973U);
  EXPECT_EQ(stream.below(1), 0U);
  EXPECT_EQ(stream.exponential(1), 2U);
  EXPECT_EQ(stream.exponential(10), 2U);
  EXPECT_EQ(stream.exponential(1'000'000), 112783U);
  EXPECT_EQ(stream.exponential(123'456'789), 462774222U);
  EXPECT_EQ(stream.exponential(50), 216U);
  EXPECT_EQ(stream.normal(10, 7), 0U);
  EXPECT_EQ(stream.normal(1'000'000, 333'337), 710691U);
  EXPECT_EQ(stream.normal(5, 5), 1U);
  EXPECT_EQ(stream.normal(123'456'789, 41'152'267), 19708503U);
  EXPECT_FALSE(stream.chance(0.1));
  EXPECT_TRUE(stream.chance(0.5));
  EXPECT_TRUE(stream.chance(0.9));
  EXPECT_TRUE(stream.chance(0.999));
  EXPECT_FALSE(stream.chance(0.001));
  EXPECT_FALSE(stream.chance(0));
  EXPECT_TRUE(stream.chance(1));
  EXPECT_EQ(stream.trials(0.5), 1U);
  EXPECT_EQ(stream.trials(0.1), 12U);
  EXPECT_EQ(stream.trials(0.001), 239U);
  EXPECT_EQ(stream.trials(0.9), 2U);
  EXPECT_EQ(stream.trials(1), 1U);
  EXPECT_EQ(stream(), 13088752881602470682U);
}

TEST(RandomStream, DrawsManyTheSame) {
  RandomStream stream(1, "digest");
  std::uint64_t digest = 0;
  const auto add = [&digest](std::uint64_t drawn) { digest = digest * 31 + drawn; };
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    add(stream.below(1 + i));
    add(stream.exponential(1 + i));
    add(stream.normal(1000 + i, 100 + i));
    add(stream.chance(0.3) ? 1 : 0);
    add(stream.trials(0.01));
  }
  EXPECT_EQ(digest, 3789243354981805870U);
}

}  // namespace
}  // namespace weft
