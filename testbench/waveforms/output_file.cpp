#include "testbench/waveforms/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

// The file that a symbolic link leads to: the link itself stays.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

}  // namespace

OutputFile::OutputFile(std::string path, const std::string& option) : path_(std::move(path)) {
  FileGuard::writing(path_, option);
  struct stat status {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw_error("cannot be written", EISDIR);
  if (exists && access(path_.c_str(), W_OK) != 0) throw_error("cannot be written", errno);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_error("cannot be opened", errno);
    return;
  }
  try {
    temporary_ = std::make_unique<TemporaryFile>(exists ? resolved(path_) : path_);
    descriptor_ = temporary_->open_again();
  } catch (const std::system_error& error) {
    throw_error("cannot be created", error.code().value());
  }
  if (exists && fchmod(descriptor_, status.st_mode & 07777U) != 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void OutputFile::flush() {
  std::string_view left = buffer_;
  while (!left.empty() && error_ == 0) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
  buffer_.clear();
}

void OutputFile::fail(int error) {
  error_ = error;
  if (on_failure_) on_failure_();
}

void OutputFile::finish() {
  flush();
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && close(descriptor) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) throw_error("cannot be written", error_);
}

void OutputFile::publish() {
  if (!temporary_) return;
  try {
    temporary_->become_target();
  } catch (const std::system_error& error) {
    throw_error("cannot be replaced", error.code().value());
  }
  temporary_.reset();
}

void OutputFile::throw_error(std::string_view what, int error) const {
  throw InputError(place_of(path_),
                   fmt::format("{}: {}", what, std::generic_category().message(error)));
}

}  // namespace weft
