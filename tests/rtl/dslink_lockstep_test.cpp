// The DS-Link in Verilog against its signal-level model: difference 0 at every clock edge.
#include "tests/rtl/random_links.hpp"

namespace weft::test {
namespace {

TEST(DsLinkLockstep, five_million_bit_times_of_random_traffic_and_errors) {
  run_random_links(10, 500'000, 1);
}

// Illegal tokens, escape errors, early FCTs, credit above the cap, data without credit, storms of
// FCTs, resets in the middle of all, edges with jitter and skew.
TEST(DsLinkLockstep, far_ends_that_misbehave) {
  if (rtl::make_dslink_model() == nullptr) GTEST_SKIP() << "built without RTL";
  constexpr std::uint64_t bit_times = 40'000;
  const LinkBenches benches = wild_links(10, 1, rtl::make_dslink_model);
  run_bit_times(bit_times);
  check_wild_links(benches, bit_times);
}

}  // namespace
}  // namespace weft::test
