// The same for twenty million clocks.
#include "tests/rtl/random_switches.hpp"

namespace weft::test {
namespace {

TEST(C104LockstepLong, twenty_million_clocks_of_random_switches_with_eight_links) {
  run_random_switches(100, 8, 200'000, 4);
}

TEST(C104LockstepLong, switches_with_32_links) { run_random_switches(6, 32, 100'000, 5); }

}  // namespace
}  // namespace weft::test
