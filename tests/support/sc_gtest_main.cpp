// The main function of every test program.
//
// The SystemC kernel elaborates once in a process, so each test has a process of its own: CTest
// starts one for each, and a program started by hand forks one for each test it was asked for.
// WEFT_TEST_NO_FORK=1 keeps a debugger in one process; choose one test by --gtest_filter then.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/support/expected_report.hpp"

namespace {

void report_handler(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  const bool is_failure = report.get_severity() >= sc_core::SC_WARNING;
  if (is_failure && !weft::test::ExpectedReport::takes(report.get_msg_type())) {
    ADD_FAILURE_AT(report.get_file_name(), report.get_line_number())
        << sc_core::sc_report_compose_message(report);
  }
  sc_core::sc_report_handler::default_handler(report, actions & ~sc_core::SC_DISPLAY);
}

/// The tests that the command line selects, as "Suite.Name". GoogleTest applies its filter only in
/// RUN_ALL_TESTS, so it is made to list them, and what it prints is dropped.
std::vector<std::string> selected_tests() {
  std::fflush(stdout);
  const int terminal = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  testing::GTEST_FLAG(list_tests) = true;
  const int listed = RUN_ALL_TESTS();
  testing::GTEST_FLAG(list_tests) = false;
  std::fflush(stdout);
  dup2(terminal, STDOUT_FILENO);
  close(terminal);
  close(nowhere);

  std::vector<std::string> names;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int s = 0; listed == 0 && s < all.total_test_suite_count(); ++s) {
    const auto& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const auto& test = *suite.GetTestInfo(t);
      if (test.should_run()) names.push_back(std::string(suite.name()) + "." + test.name());
    }
  }
  return names;
}

/// All that a child says: the parent says which test it is, and how it ended.
class FailurePrinter : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.passed()) return;
    const char* const file = result.file_name() != nullptr ? result.file_name() : "unknown file";
    std::printf("%s:%d: %s\n", file, result.line_number(), result.message());
  }
};

enum class Outcome { passed, skipped, failed };

constexpr int exit_skipped = 77;  // as for CTest's SKIP_RETURN_CODE and Automake

/// Runs one test in a child process.
Outcome run_in_child(const std::string& name) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    testing::GTEST_FLAG(filter) = name;
    testing::GTEST_FLAG(output) = "";  // the children would overwrite each other's file
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailurePrinter);
    const int result = RUN_ALL_TESTS();
    std::fflush(nullptr);
    const bool skipped = testing::UnitTest::GetInstance()->skipped_test_count() != 0;
    std::_Exit(result == EXIT_SUCCESS && skipped ? exit_skipped : result);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) {
    std::perror("fork");
    return Outcome::failed;
  }
  if (WIFSIGNALED(status)) std::printf("%s\n", strsignal(WTERMSIG(status)));
  if (!WIFEXITED(status)) return Outcome::failed;
  if (WEXITSTATUS(status) == exit_skipped) return Outcome::skipped;
  return WEXITSTATUS(status) == EXIT_SUCCESS ? Outcome::passed : Outcome::failed;
}

int run_each_in_child(const std::vector<std::string>& names) {
  constexpr std::array<const char*, 3> words{"       OK", "  SKIPPED", "  FAILED "};
  std::size_t failures = 0;
  std::size_t skipped = 0;
  for (const std::string& name : names) {
    std::printf("[ RUN      ] %s\n", name.c_str());
    const Outcome outcome = run_in_child(name);
    if (outcome == Outcome::failed) ++failures;
    if (outcome == Outcome::skipped) ++skipped;
    std::printf("[%s ] %s\n", words[static_cast<std::size_t>(outcome)], name.c_str());
  }
  std::printf("[==========] %zu tests, %zu skipped, %zu failed.\n", names.size(), skipped,
              failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

/// libsystemc asks for it; never called, as main is ours.
int sc_main(int, char**) { return EXIT_FAILURE; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  sc_core::sc_report_handler::set_handler(report_handler);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();

  const std::vector<std::string> names = selected_tests();
  if (names.empty()) {
    std::fprintf(stderr, "no such test\n");
    return EXIT_FAILURE;
  }
  if (names.size() == 1 || std::getenv("WEFT_TEST_NO_FORK") != nullptr) return RUN_ALL_TESTS();
  return run_each_in_child(names);
}
