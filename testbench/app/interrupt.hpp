// Ctrl-C.
#pragma once

#include <csignal>

namespace weft::app {

/// While it lives, the first SIGINT or SIGTERM is only noted, so that what runs can end in order; a
/// second one does what it did before.
class Interrupt {
 public:
  Interrupt() {
    signal_ = 0;
    struct sigaction action {};
    action.sa_handler = [](int signal) {
      signal_ = signal;
      restore();
    };
    sigaction(SIGINT, &action, &old_int_);
    sigaction(SIGTERM, &action, &old_term_);
  }
  ~Interrupt() { restore(); }
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool raised() const { return signal_ != 0; }
  /// Of a command that a signal has ended: 130 after Ctrl-C, 143 after SIGTERM.
  int exit_status() const { return 128 + signal_; }

 private:
  static void restore() {
    sigaction(SIGINT, &old_int_, nullptr);
    sigaction(SIGTERM, &old_term_, nullptr);
  }

  inline static volatile std::sig_atomic_t signal_ = 0;
  inline static struct sigaction old_int_ {};
  inline static struct sigaction old_term_ {};
};

}  // namespace weft::app
