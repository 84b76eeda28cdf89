// Twenty million clocks of random switches with eight links, and some with 32.
#include "tests/rtl/random_switches.hpp"

namespace weft::test {
namespace {

struct C104LockstepLong : testing::TestWithParam<std::uint64_t> {};

TEST_P(C104LockstepLong, two_million_clocks_of_ten_random_switches_with_eight_links) {
  run_random_switches(10, 8, 200'000, GetParam());
}

TEST_P(C104LockstepLong, sixty_thousand_clocks_of_a_random_switch_with_32_links) {
  run_random_switches(1, 32, 60'000, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, C104LockstepLong, testing::Range<std::uint64_t>(100, 110));

}  // namespace
}  // namespace weft::test
