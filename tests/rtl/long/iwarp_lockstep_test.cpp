// Twenty random cells, a million clocks each.
#include <gtest/gtest.h>

#include "tests/rtl/iwarp_lockstep.hpp"

namespace weft::test {
namespace {

struct IwarpLockstepLong : testing::TestWithParam<std::uint64_t> {};

TEST_P(IwarpLockstepLong, a_million_clocks_in_a_random_cell) {
  run_random_cell(GetParam(), 1'000'000);
}

INSTANTIATE_TEST_SUITE_P(Seeds, IwarpLockstepLong, testing::Range<std::uint64_t>(100, 120));

}  // namespace
}  // namespace weft::test
