// The DS-Link in Verilog against its signal-level model: difference 0 at every clock edge.
#include "tests/rtl/random_links.hpp"

namespace weft::test {
namespace {

TEST(DsLinkLockstep, five_million_bit_times_of_random_traffic_and_errors) {
  run_random_links(10, 500'000, 1);
}

}  // namespace
}  // namespace weft::test
