// Ctrl-C.
#pragma once

#include <csignal>

namespace weft::app {

/// While it lives, the first SIGINT or SIGTERM only raises a flag, so that a run can end in order
/// and leave nothing half-written behind; a second one kills.
class Interrupt {
 public:
  Interrupt() {
    struct sigaction action {};
    action.sa_handler = [](int) { raised_ = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &old_int_);
    sigaction(SIGTERM, &action, &old_term_);
  }
  ~Interrupt() {
    sigaction(SIGINT, &old_int_, nullptr);
    sigaction(SIGTERM, &old_term_, nullptr);
  }
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool raised() const { return raised_ != 0; }

 private:
  inline static volatile std::sig_atomic_t raised_ = 0;
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
};

}  // namespace weft::app
