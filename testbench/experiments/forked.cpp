#include "testbench/experiments/forked.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
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

[[noreturn]] void run_child(const std::function<std::string()>& job, std::FILE* output,
                            pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(3);  // it has died already
  signal(SIGINT, SIG_DFL);  // a handler of the parent's would only raise a flag that nobody sees
  signal(SIGTERM, SIG_DFL);
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
  const bool written =
      std::fwrite(text.data(), 1, text.size(), output) == text.size() && std::fflush(output) == 0;
  std::_Exit(written ? status : 3);
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

ForkedResult result_of(std::size_t job, int status, std::string text) {
  using Kind = ForkedResult::Kind;
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const bool interrupted = signal == SIGINT || signal == SIGTERM;
    return {job, interrupted ? Kind::interrupted : Kind::died,
            std::string("a run died: ") + strsignal(signal)};
  }
  switch (WEXITSTATUS(status)) {
    case 0: return {job, Kind::returned, std::move(text)};
    case input_error: return {job, Kind::wrong_input, std::move(text)};
    case 1: return {job, Kind::failed, std::move(text)};
    default: return {job, Kind::failed, "the result of a run could not be written"};
  }
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
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
      std::fclose(output);
      throw std::runtime_error(std::string("no process could be made: ") + std::strerror(errno));
    }
    if (pid == 0) run_child(action, output, parent);
    running_[pid] = {job, output};
  }

  /// Waits for one of them; nothing if a signal came first and `stop` then says so.
  std::optional<ForkedResult> finish_one(const std::function<bool()>& stop) {
    for (;;) {
      int status = 0;
      const pid_t pid = wait(&status);
      if (pid < 0 && errno != EINTR) {
        throw std::runtime_error(std::string("a run was lost: ") + std::strerror(errno));
      }
      if (pid < 0 && stop && stop()) return {};
      const auto found = running_.find(pid);
      if (found == running_.end()) continue;
      const Child child = found->second;
      running_.erase(found);
      std::string text = read_all(child.output);
      std::fclose(child.output);
      return result_of(child.job, status, std::move(text));
    }
  }

 private:
  std::map<pid_t, Child> running_;
};

}  // namespace

const std::string& ForkedResult::told() const {
  if (kind != Kind::wrong_input) return text;
  const std::size_t end = text.find('\0');
  throw InputError(place_of(text.substr(0, end)), text.substr(end + 2));
}

void run_forked_each(std::size_t jobs, const std::function<std::string(std::size_t)>& job,
                     unsigned workers, const std::function<bool(const ForkedResult&)>& finished,
                     const std::function<bool()>& stop) {
  Children children;
  std::size_t next = 0;
  while (next < jobs || children.count() != 0) {
    while (next < jobs && children.count() < workers) {
      children.start(next, [&job, next] { return job(next); });
      ++next;
    }
    const auto result = children.finish_one(stop);
    if (!result || !finished(*result)) return;
    if (stop && stop()) return;
  }
}

std::vector<std::string> run_forked(const std::vector<std::function<std::string()>>& jobs,
                                    unsigned workers,
                                    const std::function<void(std::size_t)>& finished) {
  std::vector<std::string> results(jobs.size());
  std::size_t ended = 0;
  run_forked_each(
      jobs.size(), [&jobs](std::size_t i) { return jobs[i](); }, workers,
      [&](const ForkedResult& result) {
        if (!result.returned()) throw std::runtime_error(result.told());
        results[result.job] = result.text;
        if (finished) finished(++ended);
        return true;
      });
  return results;
}

}  // namespace weft
