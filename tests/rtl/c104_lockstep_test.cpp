// The C104 in Verilog against its signal-level model: difference 0 at every clock edge.
#include "tests/rtl/random_switches.hpp"

namespace weft::test {
namespace {

TEST(C104Lockstep, switches_with_eight_links) { run_random_switches(10, 8, 30'000, 1); }

TEST(C104Lockstep, switches_with_four_links) { run_random_switches(10, 4, 20'000, 2); }

TEST(C104Lockstep, a_switch_with_32_links) { run_random_switches(2, 32, 15'000, 3); }

}  // namespace
}  // namespace weft::test
