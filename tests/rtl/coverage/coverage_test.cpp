// Every line and branch of the DS-Link and the C104 in Verilog is executed, or excepted.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include "tests/rtl/coverage/covered.hpp"
#include "tests/rtl/random_switches.hpp"
#include "tests/rtl/registers_of_a_switch.hpp"

namespace weft::rtl {
std::unique_ptr<DsLinkModel> weft_make_covered_dslink();
std::unique_ptr<C104Model> weft_make_covered_c104();
}  // namespace weft::rtl

namespace weft::test {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first);
}

// "dslink.v | end else begin | else"
std::string name_of_point(const Point& point) {
  std::ifstream source(point.file);
  std::string text;
  for (unsigned line = 0; line < point.line; ++line) std::getline(source, text);
  return fmt::format("{} | {} | {}", std::filesystem::path(point.file).filename().string(),
                     trimmed(text), point.branch);
}

// Without the reasons, which must be there.
std::multiset<std::string> read_exceptions() {
  std::ifstream file(WEFT_SOURCE_DIR "/tests/rtl/coverage/exceptions.txt");
  EXPECT_TRUE(file.is_open());
  std::multiset<std::string> exceptions;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t reason = line.rfind(" | ");
    EXPECT_NE(reason, std::string::npos) << line;
    EXPECT_GT(line.size(), reason + 10) << "no reason: " << line;
    exceptions.insert(line.substr(0, reason));
  }
  return exceptions;
}

std::unique_ptr<rtl::C104Model> make_covered_switch(unsigned) {
  return rtl::weft_make_covered_c104();
}

TEST(RtlCoverage, every_line_and_branch_is_executed_or_excepted) {
  constexpr std::uint64_t clocks = 30'000;
  {
    const std::unique_ptr<rtl::C104Model> of_registers = rtl::weft_make_covered_c104();
    SwitchRegisters registers(*of_registers);
    registers.expect_equal();
    const std::unique_ptr<rtl::C104Model> of_groups = rtl::weft_make_covered_c104();
    SwitchRegisters groups(*of_groups, without_groups());
    groups.write_targets(60);
    start_stop_and_start(*rtl::weft_make_covered_c104());
    const LinkBenches proper = random_links(10, 1, rtl::weft_make_covered_dslink);
    const LinkBenches wild = wild_links(10, 1, rtl::weft_make_covered_dslink);
    const SwitchBenches switches = random_switches(10, 4, 2, make_covered_switch);
    run_bit_times(clocks);
    unsigned differ = 0;
    for (const auto& bench : switches) differ += bench->inputs_that_differ();
    EXPECT_LE(differ, 4U);  // of 40
  }
  std::multiset<std::string> exceptions = read_exceptions();
  for (const auto& [point, count] : executed_points()) {
    if (count != 0) continue;
    const std::string name = name_of_point(point);
    const auto excepted = exceptions.find(name);
    if (excepted == exceptions.end()) {
      ADD_FAILURE() << "never executed, line " << point.line << ": " << name;
    } else {
      exceptions.erase(excepted);
    }
  }
  for (const std::string& name : exceptions) ADD_FAILURE() << "executed, or not there: " << name;
  EXPECT_GT(executed_points().size(), 250U);
}

}  // namespace
}  // namespace weft::test
