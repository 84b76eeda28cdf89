// A hundred million bit times of random links.
#include "tests/rtl/random_links.hpp"

namespace weft::test {
namespace {

struct DsLinkLockstepLong : testing::TestWithParam<std::uint64_t> {};

TEST_P(DsLinkLockstepLong, five_links_of_five_million_bit_times_with_random_traffic_and_errors) {
  run_random_links(5, 5'000'000, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, DsLinkLockstepLong, testing::Range<std::uint64_t>(100, 104));

}  // namespace
}  // namespace weft::test
