// Faults put into the Verilog on purpose: the lockstep finds each of them.
#include "tests/rtl/faults/faults.hpp"

#include <filesystem>
#include <string>

#include "tests/rtl/random_switches.hpp"
#include "tests/support/expected_report.hpp"

namespace weft::test {
namespace {

class InjectedFault : public testing::TestWithParam<Fault> {
 public:
  static inline const Fault* fault = nullptr;
};

std::unique_ptr<rtl::DsLinkModel> make_faulty_link() { return InjectedFault::fault->dslink(); }
std::unique_ptr<rtl::C104Model> make_faulty_switch(unsigned) {
  return InjectedFault::fault->c104();
}

TEST_P(InjectedFault, is_found_by_the_lockstep) {
  fault = &GetParam();
  const ExpectedReport awaited("uncaught exception");
  std::string difference;
  try {
    if (fault->dslink != nullptr) {
      // to its first difference; a change of rate meets an edge of the clock in a few restarts only
      run_random_links(40, 200'000, 1, make_faulty_link);
    } else {
      run_random_switches(10, 4, 100'000, 2, make_faulty_switch);
    }
  } catch (const sc_core::sc_report& report) {
    difference = report.get_msg();
  }
  ASSERT_NE(difference.find("lockstep: at "), std::string::npos) << difference;
  const std::size_t waves = difference.find("waves in ") + 9;
  const std::string file = difference.substr(waves, difference.find(".vcd", waves) + 4 - waves);
  EXPECT_GT(std::filesystem::file_size(file), 500U) << file;
  std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Rtl, InjectedFault, testing::ValuesIn(faults),
                         [](const auto& fault) { return fault.param.name; });

}  // namespace
}  // namespace weft::test
