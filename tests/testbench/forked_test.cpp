// Runs in processes of their own.
#include "testbench/experiments/forked.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <map>
#include <stdexcept>
#include <string>

#include "platforms/netlist/input_error.hpp"

namespace weft::test {
namespace {

TEST(RunForked, hands_on_an_error_in_a_users_file_as_such) {
  try {
    run_forked({[]() -> std::string { throw InputError(place_of("a.yaml"), "this", "that"); }}, 1);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "a.yaml: this; that");
  }
}

TEST(RunForked, hands_on_any_other_error_as_a_runtime_error) {
  try {
    run_forked({[]() -> std::string { throw std::logic_error("bad"); }}, 1);
    FAIL() << "nothing was thrown";
  } catch (const InputError&) {
    FAIL() << "no file is wrong";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "bad");
  }
}

// As on a disk that is full.
TEST(RunForked, never_hands_on_a_part_of_a_result) {
  const auto job = [](std::size_t bytes) -> std::string {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1024, 1024};
    setrlimit(RLIMIT_FSIZE, &limit);
    return std::string(bytes, 'x');
  };
  EXPECT_EQ(run_forked({[&] { return job(1024); }}, 1).front(), std::string(1024, 'x'));
  for (const std::size_t bytes : {1025, 5000, 100'000}) {
    try {
      run_forked({[&] { return job(bytes); }}, 1);
      ADD_FAILURE() << "nothing was thrown for " << bytes;
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "the result of a run could not be written");
    }
  }
}

TEST(RunForkedEach, tells_how_each_job_ended_and_goes_on) {
  using Kind = ForkedResult::Kind;
  std::map<std::size_t, ForkedResult> results;
  run_forked_each(
      4,
      [](std::size_t i) -> std::string {
        if (i == 1) throw std::runtime_error("bad");
        if (i == 2) std::raise(SIGSEGV);
        return "well";
      },
      2,
      [&results](const ForkedResult& result) {
        results[result.job] = result;
        return true;
      });
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0].kind, Kind::returned);
  EXPECT_EQ(results[1].kind, Kind::failed);
  EXPECT_EQ(results[1].text, "bad");
  EXPECT_EQ(results[2].kind, Kind::died);
  EXPECT_EQ(results[2].text, "a run died: Segmentation fault");
  EXPECT_EQ(results[3].text, "well");
}

}  // namespace
}  // namespace weft::test
