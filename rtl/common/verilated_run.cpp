// Verilator leaves these to whoever links with it (VL_USER_FINISH, VL_USER_STOP, VL_USER_FATAL).
#include "rtl/common/verilated_run.hpp"

#include <string>
#include <utility>

namespace {

std::string stopped;  // by what; empty: it runs

void stop(const char* file, int line, const std::string& what) {
  if (!stopped.empty()) return;
  stopped = file;
  stopped.append(":").append(std::to_string(line)).append(": ").append(what);
}

}  // namespace

void vl_finish(const char* file, int line, const char*) { stop(file, line, "$finish in RTL"); }

void vl_stop(const char* file, int line, const char*) {
  stop(file, line, "$stop, $error or a failed assertion in RTL");
}

void vl_fatal(const char* file, int line, const char*, const char* message) {
  stop(file, line, message);
}

namespace weft::rtl {

void check_rtl_stopped() {
  if (stopped.empty()) return;
  const std::string what = std::move(stopped);
  stopped.clear();
  throw RtlStopped(what);
}

}  // namespace weft::rtl
