// What RTL says of itself while it runs.
#pragma once

#include <stdexcept>

namespace weft::rtl {

/// RTL has called $finish, $stop or $error, or an assertion in it has failed; `what()` says which,
/// with the file and the line.
class RtlStopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws RtlStopped if the RTL of this process has asked for the end of the run since the last
/// call. For all Verilated classes together.
void check_rtl_stopped();

}  // namespace weft::rtl
