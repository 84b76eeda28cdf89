#include "testbench/app/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace weft::app {

namespace {

constexpr int width = 30;

}  // namespace

ProgressBar::ProgressBar()
    : visible_(isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double done, const std::string& text) {
  if (!visible_) return;
  drawn_ = true;
  const double part = std::clamp(done, 0.0, 1.0);
  const auto full = static_cast<int>(part * width);
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string left =
      part > 0 ? fmt::format("{:.0f} s left", elapsed / part * (1 - part)) : std::string{};
  fmt::print(stderr, "\r\033[K[{:=<{}}{: <{}}] {:3.0f} %  {}  {}", "", full, "", width - full,
             100 * part, text, left);
  std::fflush(stderr);
}

}  // namespace weft::app
