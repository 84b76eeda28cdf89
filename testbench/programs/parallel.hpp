// Processes that a process starts and waits for.
#pragma once

#include <coroutine>
#include <cstddef>
#include <deque>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// A program with its arguments, to be a branch of a PAR:
///
///     co_await self.par(Branch(producer, out, 10U), Branch(consumer, in));
///
/// Arguments are kept; pass a reference by std::ref.
class Branch {
 public:
  template <class Function, class... Arguments>
  explicit Branch(Function program, Arguments... arguments)
      : start_([program, ... kept = std::move(arguments)](Process& self) {
          return program(self, kept...);
        }) {
    static_assert(std::is_pointer_v<Function> || std::is_empty_v<Function>,
                  "what a lambda captures is gone when its coroutine runs: pass it as an argument");
  }

  /// Its program, to be started on a process.
  Program on(Process& self) const { return start_(self); }

 private:
  std::function<Program(Process&)> start_;
};

/// Awaitable of `par` and `pri_par`. Its processes are named after the one that waits: "x.0",
/// "x.1".
class Process::Parallel {
 public:
  /// Those before `high` have high priority, the others that of the process.
  Parallel(Process& process, std::vector<Branch> branches, std::size_t high);
  Parallel(const Parallel&) = delete;
  Parallel& operator=(const Parallel&) = delete;

  bool await_ready() const { return branches_.empty(); }
  void await_suspend(std::coroutine_handle<> program);
  void await_resume();

 private:
  friend class Process;

  void branch_ends(Time now);

  Process* process_;
  std::vector<Branch> branches_;
  std::size_t high_;
  std::deque<Process> running_;
  std::size_t left_ = 0;
};

template <class... Branches>
Process::Parallel Process::par(Branches... branches) {
  return {*this, std::vector<Branch>{std::move(branches)...}, 0};
}
inline Process::Parallel Process::par(std::vector<Branch> branches) {
  return {*this, std::move(branches), 0};
}
template <class... Branches>
Process::Parallel Process::pri_par(Branches... branches) {
  return {*this, std::vector<Branch>{std::move(branches)...}, 1};
}

}  // namespace weft
