#include "tests/support/expected_report.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace weft::test {

ExpectedReport* ExpectedReport::innermost_ = nullptr;

ExpectedReport::ExpectedReport(std::string message_type)
    : message_type_(std::move(message_type)), outer_(std::exchange(innermost_, this)) {}

ExpectedReport::~ExpectedReport() {
  innermost_ = outer_;
  EXPECT_GT(count_, 0) << "no SystemC report of type " << message_type_;
}

bool ExpectedReport::takes(const std::string& message_type) {
  for (ExpectedReport* expected = innermost_; expected != nullptr; expected = expected->outer_) {
    if (expected->message_type_ != message_type) continue;
    ++expected->count_;
    return true;
  }
  return false;
}

}  // namespace weft::test
