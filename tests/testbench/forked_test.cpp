// Runs in processes of their own.
#include "testbench/experiments/forked.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace weft::test
