// Who sends to whom in each iteration of a loosely synchronous workload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace weft {

/// The iterations of all processes, drawn when the first of them comes to one and forgotten when
/// the last has left it. Processes and iterations count from 0.
class ExchangePlan {
 public:
  /// One iteration.
  struct Iteration {
    std::vector<std::vector<std::uint32_t>> receivers;  ///< By process: whom it sends to, in order.
    std::vector<std::vector<std::uint32_t>> senders;    ///< By process: one for each message to it.
    std::size_t left = 0;                               ///< Processes that are still in it.
  };
  /// Whom a process sends to in its next iteration.
  using Draw = std::function<std::vector<std::uint32_t>(std::size_t process)>;

  ExchangePlan(std::size_t processes, Draw draw)
      : processes_(processes), present_(processes), draw_(std::move(draw)) {}

  /// The reference holds until the process leaves it.
  const Iteration& at(std::uint64_t iteration) {
    while (iteration >= first_ + plan_.size()) add();
    return plan_[iteration - first_];
  }
  /// A process that takes no part: it draws nothing and leaves nothing. To be called before the
  /// first iteration.
  void leave_out() { --present_; }
  /// A process is through with an iteration.
  void leave(std::uint64_t iteration) {
    --plan_[iteration - first_].left;
    for (; !plan_.empty() && plan_.front().left == 0; ++first_) plan_.pop_front();
  }

 private:
  void add() {
    Iteration& iteration = plan_.emplace_back();
    iteration.receivers.resize(processes_);
    iteration.senders.resize(processes_);
    iteration.left = present_;
    for (std::size_t process = 0; process < processes_; ++process) {
      iteration.receivers[process] = draw_(process);
      for (const std::uint32_t receiver : iteration.receivers[process]) {
        iteration.senders[receiver].push_back(static_cast<std::uint32_t>(process));
      }
    }
  }

  std::size_t processes_;
  std::size_t present_;
  Draw draw_;
  std::uint64_t first_ = 0;
  std::deque<Iteration> plan_;
};

}  // namespace weft
