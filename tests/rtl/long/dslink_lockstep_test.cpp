// The same for a hundred million bit times.
#include "tests/rtl/random_links.hpp"

namespace weft::test {
namespace {

TEST(DsLinkLockstepLong, a_hundred_million_bit_times_of_random_traffic_and_errors) {
  run_random_links(20, 5'000'000, 2);
}

}  // namespace
}  // namespace weft::test
