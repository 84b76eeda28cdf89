// Parameters of links that could not work, or not be exact, are refused.
#include <gtest/gtest.h>

#include "hw/dslink/parameter_check.hpp"

namespace weft {
namespace {

template <class Change>
std::string fault_after(const Change& change) {
  DsLinkParameters parameters;
  change(parameters);
  return find_fault(parameters);
}

TEST(LinkParameterCheck, finds_nothing_wrong_with_the_defaults) {
  DsLinkParameters ieee1355;
  DsLinkParameters spacewire;
  spacewire.form = LinkForm::spacewire;
  EXPECT_EQ(find_fault(ieee1355), "");
  EXPECT_EQ(find_fault(spacewire), "");
  EXPECT_EQ(find_fault(ieee1355, ieee1355), "");
  EXPECT_EQ(find_fault(spacewire, spacewire), "");
}

TEST(LinkParameterCheck, names_the_parameter_that_is_wrong) {
  const auto has = [](const std::string& text, const char* name) {
    return text.find(name) != std::string::npos;
  };
  EXPECT_TRUE(has(fault_after([](auto& p) { p.bit_time = 0; }), "bit times"));
  EXPECT_TRUE(has(fault_after([](auto& p) { p.startup_bit_time = 2 * microsecond; }), "bit times"));
  EXPECT_TRUE(has(fault_after([](auto& p) { p.max_credit = 7; }), "max_credit"));
  EXPECT_TRUE(has(fault_after([](auto& p) { p.input_buffer = 7; }), "input_buffer"));
  EXPECT_TRUE(has(fault_after([](auto& p) { p.disconnect_timeout = 100 * nanosecond; }),
                  "disconnect_timeout"));
  EXPECT_TRUE(has(fault_after([](auto& p) { p.error_reset = microsecond; }), "error_reset"));
}

TEST(LinkParameterCheck, limits_the_credit_of_a_spacewire_link_to_56) {
  EXPECT_EQ(fault_after([](auto& p) { p.max_credit = 64; }), "");
  EXPECT_NE(fault_after([](auto& p) {
              p.max_credit = 57;
              p.form = LinkForm::spacewire;
            }),
            "");
}

TEST(LinkParameterCheck, refuses_a_restart_faster_than_the_far_ends_disconnect_timeout) {
  DsLinkParameters fast, slow;
  slow.disconnect_timeout = 1'600 * nanosecond;
  fast.error_reset = 1'900 * nanosecond;
  EXPECT_EQ(find_fault(fast), "");
  EXPECT_EQ(find_fault(slow), "");
  EXPECT_NE(find_fault(fast, slow), "");
  slow.disconnect_timeout = 1'000 * nanosecond;
  EXPECT_EQ(find_fault(fast, slow), "");
}

TEST(LinkParameterCheck, wants_an_ieee1355_end_to_await_a_null_before_a_spacewire_end) {
  DsLinkParameters ieee1355, spacewire;
  spacewire.form = LinkForm::spacewire;
  EXPECT_NE(find_fault(ieee1355, spacewire), "");
  EXPECT_NE(find_fault(spacewire, ieee1355), "");
  ieee1355.await_null = true;
  EXPECT_EQ(find_fault(ieee1355, spacewire), "");
}

}  // namespace
}  // namespace weft
