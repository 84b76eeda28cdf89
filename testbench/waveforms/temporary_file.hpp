// A file that is gone in the end unless it gets the name that it is written for.
#pragma once

#include <string>

namespace weft {

/// A new, empty file beside `target`. Unless it becomes the target it is removed: with this object;
/// by a signal that ends the process, see remove_temporary_files_by_signals; and after a crash or
/// SIGKILL by the next process that makes one in the same folder. Those that are still written are
/// known there by their locks (flock); without any, as in some network file systems, nothing of
/// other processes is removed.
class TemporaryFile {
 public:
  /// Throws std::system_error.
  explicit TemporaryFile(std::string target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Another descriptor of it, to be written through and closed by the caller. Throws
  /// std::system_error.
  int open_again() const;
  /// Replaces the target, if there is one. Throws std::system_error.
  void become_target();

 private:
  friend void remove_temporary_files_by_signals();
  static void enlist(TemporaryFile* file);
  static void strike(const TemporaryFile* file);
  static void end_by_signal(int signal);

  // Of this process, for the signals' handler; null where there is none.
  static TemporaryFile* first_;

  std::string target_;
  std::string name_;
  int descriptor_ = -1;  // holds the lock
  TemporaryFile* next_ = nullptr;
};

/// From now on a hang-up, Ctrl-C, Ctrl-\, a closed pipe, SIGTERM and the limit of processor time
/// remove the temporary files of this process (not of its children) before they end it. A hang-up
/// that is ignored, as under nohup, stays so.
void remove_temporary_files_by_signals();

}  // namespace weft
