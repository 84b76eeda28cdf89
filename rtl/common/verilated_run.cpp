// Verilator leaves these to whoever links with it (VL_USER_FINISH, VL_USER_STOP, VL_USER_FATAL,
// VL_PRINTF).
#include "rtl/common/verilated_run.hpp"

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace {

std::string stopped;     // by what; empty: it runs
std::string last_error;  // as printed: "switch.v:12: Assertion failed in TOP.mine: no credit"

std::string located(const char* file, int line, std::string_view what) {
  return std::string(file).append(":").append(std::to_string(line)).append(": ").append(what);
}

void stop(std::string what) {
  if (stopped.empty()) stopped = std::move(what);
}

void note_error(std::string_view text) {
  constexpr std::string_view mark = "%Error: ";
  const auto found = text.find(mark);
  if (found == std::string_view::npos) return;
  text.remove_prefix(found + mark.size());
  last_error = text.substr(0, text.find('\n'));
}

}  // namespace

// Declared in rtl/common/verilator/print.h.
int weft_rtl_print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(size > 0 ? static_cast<std::size_t>(size) : 0U, '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  va_end(arguments);
  std::fputs(text.c_str(), stderr);
  note_error(text);
  return size;
}

void vl_finish(const char* file, int line, const char*) {
  stop(located(file, line, "$finish in RTL"));
}

// $error and assertions have printed what is wrong, $stop has not.
void vl_stop(const char* file, int line, const char*) {
  stop(last_error.empty() ? located(file, line, "$stop in RTL") : last_error);
  last_error.clear();
}

// The class would go on for ever, as with a combinational loop that does not settle.
void vl_fatal(const char* file, int line, const char*, const char* message) {
  std::string_view what = message;
  if (what.ends_with('.')) what.remove_suffix(1);
  throw weft::rtl::RtlStopped(located(file, line, what));
}

namespace weft::rtl {

void check_rtl_stopped() {
  if (stopped.empty()) return;
  const std::string what = std::move(stopped);
  stopped.clear();
  throw RtlStopped(what);
}

}  // namespace weft::rtl
