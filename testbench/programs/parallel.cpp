#include "testbench/programs/parallel.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace weft {

Process::Parallel::Parallel(Process& process, std::vector<Branch> branches, std::size_t high)
    : process_(&process), branches_(std::move(branches)), high_(high) {
  if (high != 0 && process.priority_ == Priority::high) {
    throw std::logic_error("pri_par in a process of high priority");
  }
}

void Process::Parallel::await_suspend(std::coroutine_handle<> program) {
  process_->count_step();
  process_->suspend(program, Wait::branches);
  process_->branches_ = &running_;
  left_ = branches_.size();
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    Process& branch =
        running_.emplace_back(fmt::format("{}.{}", process_->name_, i), *process_->core_,
                              i < high_ ? Priority::high : process_->priority_);
    branch.of_ = this;
    branch.begin(branches_[i].on(branch), process_->now_);
  }
}

// The process goes on later: a branch is still in its last step.
void Process::Parallel::branch_ends(Time now) {
  if (--left_ == 0) process_->core_->processor().wake(*process_, process_->priority_, now);
}

void Process::Parallel::await_resume() {
  process_->branches_ = nullptr;
  running_.clear();
}

}  // namespace weft
