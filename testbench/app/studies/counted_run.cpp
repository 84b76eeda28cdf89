#include "testbench/app/studies/counted_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace weft::app {

namespace fs = std::filesystem;

namespace {

// A folder that goes with its owner.
class CountFolder {
 public:
  CountFolder() : path_(fs::temp_directory_path() / fmt::format("weft-bench-{}", ::getpid())) {
    fs::create_directory(path_);
  }
  ~CountFolder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  CountFolder(const CountFolder&) = delete;
  CountFolder& operator=(const CountFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Exit status of a program that is found as the shell finds it, its output thrown away; 127 if it
// is not found.
int status_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files{};
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failure != 0) return 127;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// `summary:` of cachegrind: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw.
CountedRun read_summary(const fs::path& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string key;
    if (words >> key; key != "summary:") continue;
    std::vector<std::uint64_t> counts;
    for (std::uint64_t count = 0; words >> count;) counts.push_back(count);
    if (counts.size() == 9) return {counts[0], counts[2] + counts[5] + counts[8]};
  }
  throw std::runtime_error("cachegrind has counted nothing");
}

}  // namespace

bool can_count() { return status_of({"valgrind", "--version"}) == 0; }

std::string counted_run(const PlatformArguments& arguments) {
  const CountFolder folder;
  const fs::path counts = folder.path() / "counts";
  std::vector<std::string> words{"valgrind",
                                 "--tool=cachegrind",
                                 "--cache-sim=yes",
                                 "--LL=2097152,16,64",
                                 "--cachegrind-out-file=" + counts.string(),
                                 fs::read_symlink("/proc/self/exe").string(),
                                 "run",
                                 arguments.platform};
  const auto add = [&](const std::string& option, const std::string& value) {
    if (value.empty()) return;
    words.push_back(option);
    words.push_back(value);
  };
  for (const std::string& assignment : arguments.set) add("--set", assignment);
  add("--for", arguments.duration);
  if (status_of(words) != 0) {
    throw std::runtime_error(
        fmt::format("the run of {} that is counted has failed", arguments.platform));
  }
  return nlohmann::json(read_summary(counts)).dump();
}

}  // namespace weft::app
