// The link port of a packet chip in Verilog against the chip at `signal`: difference 0 at every
// tick, and the lockstep finds faults.
#include "tests/rtl/hypercube/port_lockstep.hpp"

#include <filesystem>
#include <string>

#include "tests/rtl/coverage/covered.hpp"
#include "tests/rtl/hypercube/port_faults.hpp"
#include "tests/support/expected_report.hpp"

namespace weft::test {
namespace {

TEST(HypercubePortLockstep, fifty_thousand_ticks_of_random_traffic) {
  run_port(1, 50'000, rtl::weft_make_hypercube_port);
}

TEST(HypercubePortCoverage, every_line_and_branch_is_executed) {
  {
    PortLockstep bench("lockstep", rtl::weft_make_covered_hypercube_port, 6, 4);
    run_ticks(30'000);
  }
  for (const auto& [point, count] : executed_points()) {
    EXPECT_NE(count, 0U) << "line " << point.line << ", " << point.branch;
  }
  EXPECT_GT(executed_points().size(), 40U);
}

class HypercubePortFault : public testing::TestWithParam<PortFault> {};

TEST_P(HypercubePortFault, is_found_by_the_lockstep) {
  const ExpectedReport awaited("uncaught exception");
  PortLockstep bench("lockstep", GetParam().make, 5, 1);
  std::string difference;
  try {
    run_ticks(50'000);
  } catch (const sc_core::sc_report& report) {
    difference = report.get_msg();
  }
  ASSERT_NE(difference.find("lockstep: at "), std::string::npos) << difference;
  std::filesystem::remove("lockstep.vcd");
}
INSTANTIATE_TEST_SUITE_P(Rtl, HypercubePortFault, testing::ValuesIn(port_faults),
                         [](const auto& fault) { return fault.param.name; });

}  // namespace
}  // namespace weft::test
