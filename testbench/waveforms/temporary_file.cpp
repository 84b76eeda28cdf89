#include "testbench/waveforms/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace weft {

namespace fs = std::filesystem;

namespace {

constexpr mode_t temporary_file_mode = 0666;  // less the umask
constexpr std::string_view mark = ".weft-";   // before the process and a number
constexpr std::string_view ending = ".part";
constexpr std::array ending_signals{SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};

[[noreturn]] void throw_error(int error) {
  throw std::system_error(error, std::generic_category());
}

bool is_temporary(const std::string& name) {
  if (!name.ends_with(ending)) return false;
  const std::size_t begin = name.rfind(mark);
  if (begin == std::string::npos) return false;
  const std::size_t from = begin + mark.size();
  const std::string middle = name.substr(from, name.size() - ending.size() - from);
  return middle.find('-') != std::string::npos &&
         middle.find_first_not_of("0123456789-") == std::string::npos;
}

// True also where there are no locks.
bool locked_here(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool removed_meanwhile(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

void remove_if_left(const fs::path& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlink(file.c_str());
  close(descriptor);
}

// What processes left that could not remove it themselves; looked for once in each folder.
void remove_left_behind(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> clean;
  const std::scoped_lock lock(mutex);
  if (!clean.insert(folder).second) return;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (is_temporary(entry.path().filename())) remove_if_left(entry.path());
  }
}

// A file of a name that is not taken yet, locked.
int create_beside(const std::string& target, std::string& name) {
  for (unsigned attempt = 0;; ++attempt) {
    name = fmt::format("{}{}{}-{}{}", target, mark, getpid(), attempt, ending);
    const int descriptor =
        open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, temporary_file_mode);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) throw_error(errno);
    // a process that looks for what was left may have seen it before it was locked
    if (locked_here(descriptor) && !removed_meanwhile(descriptor)) return descriptor;
    close(descriptor);
  }
}

/// While it lives, none of the signals that end the process comes in between.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : ending_signals) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_{};
};

pid_t owner = 0;  // of the files; children have only copies of the list

}  // namespace

TemporaryFile* TemporaryFile::first_ = nullptr;

TemporaryFile::TemporaryFile(std::string target) : target_(std::move(target)) {
  remove_left_behind(fs::absolute(target_).parent_path());
  const SignalsWait wait;
  descriptor_ = create_beside(target_, name_);
  enlist(this);
}

TemporaryFile::~TemporaryFile() {
  const SignalsWait wait;
  strike(this);
  if (!name_.empty()) unlink(name_.c_str());
  close(descriptor_);
}

int TemporaryFile::open_again() const {
  const int descriptor = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) throw_error(errno);
  return descriptor;
}

void TemporaryFile::become_target() {
  const SignalsWait wait;
  if (std::rename(name_.c_str(), target_.c_str()) != 0) throw_error(errno);
  name_.clear();
}

void TemporaryFile::enlist(TemporaryFile* file) {
  file->next_ = first_;
  first_ = file;
}

void TemporaryFile::strike(const TemporaryFile* file) {
  TemporaryFile** link = &first_;
  while (*link != file) link = &(*link)->next_;
  *link = file->next_;
}

// Calls nothing that a handler may not. The signal comes again, and ends the process, as soon as
// this has returned.
void TemporaryFile::end_by_signal(int signal) {
  if (getpid() == owner) {
    for (const TemporaryFile* file = first_; file != nullptr; file = file->next_) {
      if (!file->name_.empty()) unlink(file->name_.c_str());
    }
  }
  raise(signal);
}

void remove_temporary_files_by_signals() {
  owner = getpid();
  for (const int signal : ending_signals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = TemporaryFile::end_by_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace weft
