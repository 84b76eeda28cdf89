// A semaphore of a T9000.
#pragma once

#include <string>
#include <utility>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/t9000/resets_seen.hpp"
#include "hw/t9000/run_queue.hpp"

namespace weft {

/// A count in the memory of one processor, and the processes that wait for it in the order in which
/// they came, whatever their priorities (`wait` and `signal`; facts.md, T9000).
class Semaphore {
 public:
  /// `name` is for messages.
  Semaphore(std::string name, RunQueue& processor, unsigned count)
      : name_(std::move(name)),
        processor_(&processor),
        initial_(count),
        count_(count),
        resets_(processor) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  const std::string& name() const { return name_; }
  unsigned count() const { return resets_.missed() ? initial_ : count_; }
  bool belongs_to(const RunQueue& processor) const { return processor_ == &processor; }

  /// Takes one off the count; true if there was one. Otherwise the process is woken by the `signal`
  /// that is for it.
  bool wait(Resumable& process, Priority priority) {
    renew();
    if (count_ != 0) {
      --count_;
      return true;
    }
    waiting_.push({&process, priority});
    return false;
  }
  /// Wakes the process that has waited longest, or else adds one to the count.
  void signal(Time now) {
    renew();
    if (waiting_.empty()) {
      ++count_;
      return;
    }
    const Waiting first = waiting_.take();
    processor_->wake(*first.process, first.priority, now);
  }

 private:
  struct Waiting {
    Resumable* process;
    Priority priority;
  };

  // A reset of the processor takes it back to its begin.
  void renew() {
    if (!resets_.catch_up()) return;
    count_ = initial_;
    waiting_.clear();
  }

  std::string name_;
  RunQueue* processor_;
  unsigned initial_;
  unsigned count_;
  ResetsSeen resets_;
  Ring<Waiting> waiting_;
};

}  // namespace weft
