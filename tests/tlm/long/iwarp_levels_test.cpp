// A million words on the busses of an 8x8 torus of iWarp cells, the same at all levels.
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {
namespace {

struct IwarpLevelsLong : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpLevelsLong, testing::Values(11, 12, 13));

TEST_P(IwarpLevelsLong, agree_on_a_million_words) {
  const std::size_t words =
      expect_equal_levels({8, 8, true}, traffic_cell(), GetParam(), 8 * millisecond);
  EXPECT_GT(words, 1'000'000U);
}

}  // namespace
}  // namespace weft::test
