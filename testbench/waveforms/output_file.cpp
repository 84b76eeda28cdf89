#include "testbench/waveforms/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

constexpr mode_t new_file_mode = 0666;  // less the umask

// The file that a symbolic link leads to: the link itself stays.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

// Creates a file of a name that is not taken yet.
int create_beside(const std::string& target, std::string& name) {
  for (unsigned attempt = 0;; ++attempt) {
    name = fmt::format("{}.{}-{}.part", target, getpid(), attempt);
    const int descriptor =
        open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  struct stat status {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw_error("cannot be written", EISDIR);
  if (exists && access(path_.c_str(), W_OK) != 0) throw_error("cannot be written", errno);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_error("cannot be opened", errno);
    return;
  }
  if (exists) target_ = resolved(path_);
  std::string name;
  descriptor_ = create_beside(target_, name);
  if (descriptor_ < 0) throw_error("cannot be created", errno);
  temporary_ = std::move(name);
  if (exists && fchmod(descriptor_, status.st_mode & 07777U) != 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
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
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw_error("cannot be replaced", errno);
  }
  temporary_.clear();
}

void OutputFile::throw_error(std::string_view what, int error) const {
  throw InputError(place_of(path_),
                   fmt::format("{}: {}", what, std::generic_category().message(error)));
}

}  // namespace weft
