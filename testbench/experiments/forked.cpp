#include "testbench/experiments/forked.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

#include "platforms/netlist/input_error.hpp"

namespace weft {

namespace {

struct Child {
  std::size_t job = 0;
  std::FILE* output = nullptr;  // an unnamed temporary file: no child waits for a reader
};

constexpr int input_error = 2;

[[noreturn]] void run_child(const std::function<std::string()>& job, std::FILE* output) {
  int status = 0;
  std::string text;
  try {
    text = job();
  } catch (const InputError& error) {
    // the place and what it introduces, apart
    text = error.what();
    text[error.place().text().size()] = '\0';
    status = input_error;
  } catch (const std::exception& error) {
    text = error.what();
    status = 1;
  }
  std::fwrite(text.data(), 1, text.size(), output);
  std::fflush(output);
  std::_Exit(status);
}

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    text.append(buffer, n);
  }
  return text;
}

/// Children that are still alive end with their owner.
class Children {
 public:
  ~Children() {
    for (const auto& [pid, child] : running_) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
      std::fclose(child.output);
    }
  }

  std::size_t count() const { return running_.size(); }

  void start(std::size_t job, const std::function<std::string()>& action) {
    std::FILE* output = std::tmpfile();
    if (output == nullptr) throw std::runtime_error("no temporary file could be made");
    std::fflush(nullptr);
    const pid_t pid = fork();
    if (pid < 0) {
      std::fclose(output);
      throw std::runtime_error(std::string("no process could be made: ") + std::strerror(errno));
    }
    if (pid == 0) run_child(action, output);
    running_[pid] = {job, output};
  }

  /// Waits for one of them; its job and what it returned.
  std::pair<std::size_t, std::string> finish_one() {
    for (;;) {
      int status = 0;
      const pid_t pid = wait(&status);
      if (pid < 0 && errno != EINTR) {
        throw std::runtime_error(std::string("a run was lost: ") + std::strerror(errno));
      }
      const auto found = running_.find(pid);
      if (found == running_.end()) continue;
      const Child child = found->second;
      running_.erase(found);
      const std::string text = read_all(child.output);
      std::fclose(child.output);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {child.job, text};
      if (WIFEXITED(status) && WEXITSTATUS(status) == input_error) {
        const std::size_t end = text.find('\0');
        throw InputError(place_of(text.substr(0, end)), text.substr(end + 2));
      }
      if (WIFEXITED(status)) throw std::runtime_error(text);
      throw std::runtime_error(std::string("a run died: ") + strsignal(WTERMSIG(status)));
    }
  }

 private:
  std::map<pid_t, Child> running_;
};

}  // namespace

std::vector<std::string> run_forked(const std::vector<std::function<std::string()>>& jobs,
                                    unsigned workers,
                                    const std::function<void(std::size_t)>& finished) {
  std::vector<std::string> results(jobs.size());
  Children children;
  std::size_t next = 0;
  for (std::size_t ended = 0; ended < jobs.size();) {
    while (next < jobs.size() && children.count() < workers) {
      children.start(next, jobs[next]);
      ++next;
    }
    auto [job, text] = children.finish_one();
    results[job] = std::move(text);
    ++ended;
    if (finished) finished(ended);
  }
  return results;
}

}  // namespace weft
