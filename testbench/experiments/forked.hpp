// Runs in processes of their own: the SystemC kernel elaborates once a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weft {

/// Calls each job in a child process, `workers` at a time, and returns what the jobs returned, in
/// their order. `finished` is told the number of jobs that have ended. The caller must not have
/// elaborated anything. Throws the InputError of a job that threw one, std::runtime_error with the
/// message of a job that threw or died; the others are then ended.
std::vector<std::string> run_forked(const std::vector<std::function<std::string()>>& jobs,
                                    unsigned workers,
                                    const std::function<void(std::size_t)>& finished = {});

/// How a job in a process of its own ended.
struct ForkedResult {
  enum class Kind : std::uint8_t {
    returned,     ///< `text` is what it returned.
    wrong_input,  ///< It threw an InputError ...
    failed,       ///< ... or any other exception: `text` is its message.
    interrupted,  ///< SIGINT or SIGTERM ended it.
    died,         ///< Another signal did.
  };
  std::size_t job = 0;
  Kind kind = Kind::returned;
  std::string text;

  bool returned() const { return kind == Kind::returned; }
  /// Why it did not return. Throws the InputError that it threw.
  const std::string& told() const;
};

/// Calls `job(i)` for 0 <= i < `jobs` in child processes, in this order, `workers` at a time, and
/// tells `finished` of each in the caller's process, as it ends. When that returns false or `stop`
/// true (asked again after each signal), those that run are ended, and no more begin. Children die
/// with their parent, however that ends.
void run_forked_each(std::size_t jobs, const std::function<std::string(std::size_t)>& job,
                     unsigned workers, const std::function<bool(const ForkedResult&)>& finished,
                     const std::function<bool()>& stop = {});

}  // namespace weft
