// Faults put into the Verilog of the iWarp cell on purpose: the lockstep finds each of them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "iwarp_faults.hpp"
#include "tests/rtl/iwarp_lockstep.hpp"

namespace weft::test {
namespace {

// The patched Verilog takes the number of the active fault from the data of the first write port
// during reset.
std::unique_ptr<rtl::IwarpModel> make_faulty_cell(unsigned fault) {
  auto model = rtl::weft_make_iwarp_faults();
  model->write(0, fault);
  return model;
}

std::string find_difference(std::uint64_t seed, std::uint64_t clocks, unsigned fault) {
  IwarpLockstep bench(seed, 0, make_faulty_cell(fault));
  try {
    bench.run(clocks);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return {};
}

class IwarpFaultTest : public testing::TestWithParam<IwarpFault> {};

TEST_P(IwarpFaultTest, is_found_by_the_lockstep) {
  const std::string difference = find_difference(2, 100'000, GetParam().number);
  ASSERT_NE(difference.find("lockstep: at "), std::string::npos) << difference;
  EXPECT_GT(std::filesystem::file_size("iwarp_2.vcd"), 1'000U);
}

INSTANTIATE_TEST_SUITE_P(Rtl, IwarpFaultTest, testing::ValuesIn(iwarp_faults),
                         [](const auto& fault) { return fault.param.name; });

TEST(IwarpFaults, without_one_the_patched_verilog_does_not_differ) {
  EXPECT_EQ(find_difference(2, 10'000, 0), "");
}

}  // namespace
}  // namespace weft::test
