// The communication agent of an iWarp cell in Verilog against its signal-level model: difference 0
// on every shared pin at every phase of the busses.
#include <gtest/gtest.h>

#include "tests/rtl/iwarp_lockstep.hpp"

namespace weft::test {
namespace {

struct IwarpLockstepTest : testing::TestWithParam<std::uint64_t> {};

TEST_P(IwarpLockstepTest, random_pathways_stalls_and_programs_in_a_random_cell) {
  run_random_cell(GetParam(), 125'000);
}

INSTANTIATE_TEST_SUITE_P(Seeds, IwarpLockstepTest, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace weft::test
