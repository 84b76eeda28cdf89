// The test harness itself: each test has its own kernel, and SystemC's reports are failures.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <systemc>

#include "tests/support/expected_report.hpp"

namespace weft::test {
namespace {

/// A thread process that holds memory on its own stack when the run ends.
struct Sleeper : sc_core::sc_module {
  SC_HAS_PROCESS(Sleeper);

  explicit Sleeper(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_THREAD(run);
  }

  void run() {
    const std::string held(100, 'x');
    for (;;) wait(10, sc_core::SC_NS);
  }
};

TEST(TestMain, simulates) {
  const Sleeper sleeper("sleeper");
  sc_core::sc_start(95, sc_core::SC_NS);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(95, sc_core::SC_NS));
}

TEST(TestMain, has_a_fresh_kernel_for_each_test) {
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  const Sleeper sleeper("sleeper");
  sc_core::sc_start(10, sc_core::SC_NS);
}

TEST(TestMain, fails_at_a_systemc_warning) {
  EXPECT_NONFATAL_FAILURE(SC_REPORT_WARNING("/weft/test", "hello"), "hello");
}

TEST(TestMain, fails_at_a_systemc_error_that_is_caught) {
  EXPECT_NONFATAL_FAILURE(EXPECT_THROW(SC_REPORT_ERROR("/weft/test", "hello"), sc_core::sc_report),
                          "hello");
}

// See support.run_by_hand_tells_what_is_skipped in CMakeLists.txt.
TEST(TestMain, skips_when_asked) {
  if (std::getenv("WEFT_TEST_SKIP") != nullptr) GTEST_SKIP() << "as it was asked";
}

TEST(ExpectedReport, takes_the_report_it_awaits) {
  const ExpectedReport awaited("/weft/test");
  EXPECT_THROW(SC_REPORT_ERROR("/weft/test", "hello"), sc_core::sc_report);
}

TEST(ExpectedReport, fails_when_none_came) {
  EXPECT_NONFATAL_FAILURE(ExpectedReport("/weft/test"), "no SystemC report of type /weft/test");
}

TEST(ExpectedReport, takes_no_other_report) {
  const ExpectedReport awaited("/weft/test");
  EXPECT_NONFATAL_FAILURE(SC_REPORT_WARNING("/weft/other", "hello"), "hello");
  SC_REPORT_WARNING("/weft/test", "hello");
}

}  // namespace
}  // namespace weft::test
