// The processor of a T9000: its scheduler.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_set>
#include <vector>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {

/// Of a process. Those of low priority have the processor while none of high priority wants it.
enum class Priority : std::uint8_t { high, low };

/// Something that waits on a processor and goes on when told.
class Resumable {
 public:
  virtual void resume(Time now) = 0;

 protected:
  ~Resumable() = default;
};

/// Shares the processor between processes of two priorities, each first come, first served. One of
/// high priority has it until it waits, and takes it from one of low priority at once, which goes
/// on before others of its kind afterwards. One of low priority has it for at most a time slice at
/// a stretch, then it goes behind the others.
///
/// What is scheduled are computations (thesis 4.1.3), or whole processes (Scheduling): then a
/// process that is resumed keeps the processor for all that it does until it waits, and one that is
/// woken waits for its turn.
///
/// Beside that it keeps the alarms of all who wait for a time, which need no processor.
///
/// The processor can be stopped: nothing is resumed until it goes on, what was computing does so
/// where it was, and alarms that went off in between are late.
class RunQueue {
 public:
  using Alarm = std::uint64_t;

  explicit RunQueue(const T9000Parameters& parameters)
      : takes_turns_(parameters.scheduling == Scheduling::processes),
        time_slice_(parameters.time_slice),
        switch_time_(parameters.switch_time),
        interrupt_time_(parameters.interrupt_time) {}

  /// Whole processes are scheduled.
  bool takes_turns() const { return takes_turns_; }

  /// Stops the processor; before the run at 0.
  void stop(Time now);
  /// It goes on.
  void go_on(Time now);
  bool stopped() const { return stopped_; }
  /// Stops it, and forgets all that computes, waits for its turn or for a time.
  void reset(Time now);
  /// How often that was. What is in the memory of the processor is of one time between two.
  unsigned resets() const { return resets_; }

  /// Resumes `process` once it has had the processor for `duration`.
  void compute(Resumable& process, Time duration, Time now, Priority priority = Priority::low);
  /// Resumes a process that has waited: when it has its turn, or else at `now`. Never from within
  /// this call.
  void wake(Resumable& process, Priority priority, Time now);
  /// The same from `until` on.
  void wake_at(Resumable& process, Priority priority, Time until);
  /// Resumes at `until` what needs no processor.
  Alarm sleep(Resumable& sleeper, Time until) { return set({until, 0, &sleeper, Due::resumes}); }
  /// Takes back an alarm that has not gone off.
  void cancel(Alarm alarm);

  /// When `run` is to be called next.
  Time next() const;
  /// Resumes what is due at `now`.
  void run(Time now);

  /// Time that the processor has been busy until now. It may be about to go on at an edge to come.
  Time busy(Time now) const {
    return busy_ + (running_ && !stopped_ && now > since_ ? now - since_ : 0);
  }

 private:
  /// What becomes of a sleeper at its time.
  enum class Due : std::uint8_t { resumes, ready_high, ready_low };
  struct Sleeper {
    Time until;
    Alarm alarm;  // in the order in which they were set
    Resumable* process;
    Due due;
    bool operator>(const Sleeper& other) const {
      return until != other.until ? until > other.until : alarm > other.alarm;
    }
  };
  struct Job {
    Resumable* process;
    Time left;
  };

  Alarm set(Sleeper sleeper);
  void drop_cancelled();
  Ring<Job>& ready(Priority priority) { return ready_[static_cast<std::size_t>(priority)]; }
  void dispatch(Time now, Time overhead);
  void begin_stretch(Time now, Time overhead);
  void end_stretch(Time now);
  void put_behind(Time now);
  void interrupt(Time now);
  void take_turn(Time now);
  void account(Time elapsed);

  // What `next` looks at comes first: it is asked most often.
  std::priority_queue<Sleeper, std::vector<Sleeper>, std::greater<>> sleepers_;
  Time since_ = 0;    // begin of the present stretch
  Time stretch_ = 0;  // its length
  bool running_ = false;
  bool stopped_ = false;
  bool takes_turns_;
  bool goes_on_ = false;  // what is `in_turn_` computes next
  Priority priority_ = Priority::low;
  unsigned resets_ = 0;
  Resumable* in_turn_ = nullptr;         // is being resumed, with the processor
  Job job_{};                            // that has the processor
  std::array<Ring<Job>, 2> ready_;       // by priority
  std::optional<Job> interrupted_;       // of low priority, by one of high priority
  std::unordered_set<Alarm> cancelled_;  // of the sleepers, but never the first
  Alarm next_alarm_ = 0;
  Time time_slice_;
  Time switch_time_;
  Time interrupt_time_;
  Time overhead_ = 0;    // of the stretch what is no computation
  Time slice_left_ = 0;  // of the process of low priority that has or had the processor
  Time busy_ = 0;
};

}  // namespace weft
