// The processor of a T9000: a run queue of processes.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Something that waits on a processor and goes on when told.
class Resumable {
 public:
  virtual void resume(Time now) = 0;

 protected:
  ~Resumable() = default;
};

/// Shares the processor between processes (thesis 4.1.3): `compute` has it alone, first come,
/// first served, for at most a time slice at a stretch; `sleep` does not need it. Switching costs
/// nothing.
class RunQueue {
 public:
  /// `time_slice` in ps; 0 lets each process run to the end of its computation.
  explicit RunQueue(Time time_slice) : time_slice_(time_slice) {}

  /// Resumes `process` once it has had the processor for `duration`.
  void compute(Resumable& process, Time duration, Time now);
  /// Resumes `process` at `until`.
  void sleep(Resumable& process, Time until);

  /// When `run` is to be called next.
  Time next() const;
  /// Resumes what is due at `now`.
  void run(Time now);

  /// Time that the processor has computed until now.
  Time busy(Time now) const { return busy_ + (running_ ? now - since_ : 0); }

 private:
  struct Sleeper {
    Time until;
    std::uint64_t order;
    Resumable* process;
    bool operator>(const Sleeper& other) const {
      return until != other.until ? until > other.until : order > other.order;
    }
  };
  struct Job {
    Resumable* process;
    Time left;
  };

  void dispatch(Time now);
  void end_stretch(Time now);

  Time time_slice_;
  std::priority_queue<Sleeper, std::vector<Sleeper>, std::greater<>> sleepers_;
  std::uint64_t order_ = 0;
  Ring<Job> ready_;
  Job job_{};
  bool running_ = false;
  Time since_ = 0;    // begin of the present stretch
  Time stretch_ = 0;  // its length
  Time busy_ = 0;
};

}  // namespace weft
