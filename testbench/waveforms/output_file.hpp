// A file that appears under its name only when it is whole.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/waveforms/temporary_file.hpp"

namespace weft {

/// Buffered output that leaves nothing half-written behind: it goes into a TemporaryFile beside the
/// target, which `publish` renames; without that it is removed, and what was at the target stays as
/// it was. A target that is no regular file (/dev/stdout, a pipe) is written directly.
class OutputFile {
 public:
  /// `option` is what names the file, such as "--json". Throws InputError if `path` cannot be
  /// written, be it for the FileGuard.
  OutputFile(std::string path, const std::string& option);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  /// False where there is no file to rename, and so no folder for files beside it.
  bool regular() const { return temporary_ != nullptr; }

  /// Never throws: from the first error on everything is dropped, and `finish` tells.
  void write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_limit) flush();
  }
  bool failed() const { return error_ != 0; }
  /// Called once, at the first error of `write`.
  void on_failure(std::function<void()> action) { on_failure_ = std::move(action); }

  /// Writes out the rest. Throws InputError if anything could not be written.
  void finish();
  /// After `finish`: gives the file its name. Throws InputError.
  void publish();

 private:
  static constexpr std::size_t buffer_limit = 1U << 18U;

  void flush();
  void fail(int error);
  [[noreturn]] void throw_error(std::string_view what, int error) const;

  std::string path_;
  std::unique_ptr<TemporaryFile> temporary_;  // null where the target is written directly
  int descriptor_ = -1;
  int error_ = 0;
  std::string buffer_;
  std::function<void()> on_failure_;
};

}  // namespace weft
