// Faults put into the Verilog of the iWarp cell on purpose: the lockstep finds each of them.
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rtl/iwarp_lockstep.hpp"
#include "tests/support/expected_report.hpp"

namespace weft::rtl {
std::unique_ptr<IwarpModel> weft_make_iwarp_faults();
}  // namespace weft::rtl

namespace weft::test {
namespace {

// By number; that of number 0 only puts in the selection.
std::vector<std::string> patches() {
  std::istringstream names(WEFT_IWARP_PATCHES);
  return {std::istream_iterator<std::string>(names), {}};
}

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

class IwarpFault : public testing::TestWithParam<unsigned> {};

TEST_P(IwarpFault, is_found_by_the_lockstep) {
  const ExpectedReport awaited("uncaught exception");
  const std::string difference = find_difference(2, 100'000, GetParam());
  ASSERT_NE(difference.find("lockstep: at "), std::string::npos) << difference;
  const std::size_t waves = difference.find("waves in ") + 9;
  const std::string file = difference.substr(waves, difference.find(".vcd", waves) + 4 - waves);
  EXPECT_GT(std::filesystem::file_size(file), 1'000U) << file;
  std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Rtl, IwarpFault,
                         testing::Range(1U, static_cast<unsigned>(patches().size())),
                         [](const auto& fault) { return patches()[fault.param]; });

TEST(IwarpFaultSelection, without_a_fault_the_patched_verilog_does_not_differ) {
  EXPECT_EQ(find_difference(2, 10'000, 0), "");
}

}  // namespace
}  // namespace weft::test
