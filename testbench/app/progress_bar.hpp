// A progress bar on a terminal.
#pragma once

#include <chrono>
#include <string>

namespace weft::app {

/// Draws on standard error while it is a terminal; otherwise does nothing. The bar is wiped away
/// when it is destroyed.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Somebody looks at it.
  bool visible() const { return visible_; }
  /// `done` of 0..1; `text` stands behind the bar, before the remaining time.
  void show(double done, const std::string& text);

 private:
  bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace weft::app
