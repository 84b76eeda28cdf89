#include "platforms/netlist/file_guard.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <system_error>

#include "platforms/netlist/input_error.hpp"

namespace weft {

namespace fs = std::filesystem;

namespace {

const fs::path standard_output = "-";

fs::path without_links(const fs::path& file) {
  if (file == standard_output) return file;
  std::error_code error;
  fs::path whole = fs::weakly_canonical(fs::absolute(file), error);
  return error ? fs::absolute(file).lexically_normal() : whole;
}

std::optional<struct stat> status_of(const fs::path& file) {
  struct stat status {};
  const bool known = file == standard_output ? fstat(STDOUT_FILENO, &status) == 0
                                             : stat(file.c_str(), &status) == 0;
  return known ? std::optional(status) : std::nullopt;
}

// A device or a pipe: what one has written there is not lost by another.
bool any_can_use(const fs::path& file, const std::optional<struct stat>& status) {
  return file != standard_output && status && !S_ISREG(status->st_mode);
}

[[noreturn]] void refuse(const std::string& option, const std::string& file,
                         const std::string& reason) {
  throw InputError(place_of(option), fmt::format("'{}', {}", file, reason),
                   "expected another file");
}

const std::string read_here = "which this command reads";

}  // namespace

FileGuard* FileGuard::active_ = nullptr;

FileGuard::FileGuard() {
  active_ = this;
  const auto status = status_of(standard_output);
  if (!status || !S_ISREG(status->st_mode)) return;
  by_identity_[{status->st_dev, status->st_ino}] = {standard_output, "standard output",
                                                    "into which standard output goes", true};
}

FileGuard::~FileGuard() { active_ = nullptr; }

void FileGuard::reading(const fs::path& file) {
  if (active_ == nullptr) return;
  const Use* use = active_->find(file);
  if (use == nullptr) {
    active_->add(file, {file.string(), {}, read_here, false});
  } else if (use->written) {
    refuse(use->option, use->file, read_here);
  }
}

void FileGuard::writing(const fs::path& file, const std::string& option) {
  if (active_ == nullptr) return;
  if (const Use* use = active_->find(file)) refuse(option, file.string(), use->reason);
  active_->add(file, {file.string(), option, fmt::format("into which {} writes", option), true});
}

const FileGuard::Use* FileGuard::find(const fs::path& file) const {
  const auto status = status_of(file);
  if (any_can_use(file, status)) return nullptr;
  const auto path = by_path_.find(without_links(file));
  if (path != by_path_.end()) return &path->second;
  if (!status || file == standard_output) return nullptr;
  const auto identity = by_identity_.find({status->st_dev, status->st_ino});
  return identity == by_identity_.end() ? nullptr : &identity->second;
}

void FileGuard::add(const fs::path& file, Use use) {
  const auto status = status_of(file);
  if (any_can_use(file, status)) return;
  if (status && S_ISREG(status->st_mode)) by_identity_[{status->st_dev, status->st_ino}] = use;
  by_path_[without_links(file)] = std::move(use);
}

}  // namespace weft
