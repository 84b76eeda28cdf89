// SystemC reports in tests: each warning or error fails the test, unless it is awaited.
#pragma once

#include <string>

namespace weft::test {

/// While it lives, SystemC warnings and errors of one message type are what the test awaits; that
/// none came is the failure. An awaited error still throws `sc_core::sc_report`.
class ExpectedReport {
 public:
  explicit ExpectedReport(std::string message_type);
  ~ExpectedReport();
  ExpectedReport(const ExpectedReport&) = delete;
  ExpectedReport& operator=(const ExpectedReport&) = delete;

  /// True if `message_type` is awaited; counts it.
  static bool takes(const std::string& message_type);

 private:
  static ExpectedReport* innermost_;

  std::string message_type_;
  int count_ = 0;
  ExpectedReport* outer_;
};

}  // namespace weft::test
