#include "hw/t9000/run_queue.hpp"

#include <algorithm>
#include <utility>

namespace weft {

void RunQueue::compute(Resumable& process, Time duration, Time now, Priority priority) {
  if (&process == in_turn_) {  // without leaving the processor
    job_.left = duration;
    goes_on_ = true;
    return;
  }
  ready(priority).push({&process, duration});
  if (stopped_) return;
  if (!running_) {
    dispatch(now, switch_time_);
  } else if (priority == Priority::high && priority_ == Priority::low && in_turn_ == nullptr) {
    interrupt(now);
  }
}

void RunQueue::wake(Resumable& process, Priority priority, Time now) {
  if (takes_turns_) {
    compute(process, 0, now, priority);
  } else {
    sleep(process, now);
  }
}

void RunQueue::wake_at(Resumable& process, Priority priority, Time until) {
  const Due ready = priority == Priority::high ? Due::ready_high : Due::ready_low;
  set({until, 0, &process, takes_turns_ ? ready : Due::resumes});
}

void RunQueue::stop(Time now) {
  if (std::exchange(stopped_, true) || !running_) return;
  const Time elapsed = now > since_ ? now - since_ : 0;
  account(elapsed);
  overhead_ -= std::min(elapsed, overhead_);
}

// What became ready meanwhile has its turn by its priority.
void RunQueue::go_on(Time now) {
  if (!std::exchange(stopped_, false)) return;
  if (!running_) return dispatch(now, switch_time_);
  begin_stretch(now, overhead_);
  if (priority_ == Priority::low && !ready(Priority::high).empty()) interrupt(now);
}

void RunQueue::reset(Time now) {
  stop(now);
  sleepers_ = {};
  cancelled_.clear();
  for (Ring<Job>& jobs : ready_) jobs.clear();
  interrupted_.reset();
  running_ = false;
  ++resets_;
}

RunQueue::Alarm RunQueue::set(Sleeper sleeper) {
  sleeper.alarm = next_alarm_++;
  sleepers_.push(sleeper);
  return sleeper.alarm;
}

void RunQueue::cancel(Alarm alarm) {
  cancelled_.insert(alarm);
  drop_cancelled();
}

void RunQueue::drop_cancelled() {
  while (!cancelled_.empty() && cancelled_.erase(sleepers_.top().alarm) != 0) sleepers_.pop();
}

Time RunQueue::next() const {
  if (stopped_) return never;
  const Time asleep = sleepers_.empty() ? never : sleepers_.top().until;
  return running_ ? std::min(asleep, since_ + stretch_) : asleep;
}

void RunQueue::run(Time now) {
  if (stopped_) return;
  if (running_ && since_ + stretch_ <= now) end_stretch(now);
  while (!sleepers_.empty() && sleepers_.top().until <= now) {
    const Sleeper sleeper = sleepers_.top();
    sleepers_.pop();
    drop_cancelled();
    if (sleeper.due == Due::resumes) {
      sleeper.process->resume(now);
    } else {
      compute(*sleeper.process, 0, now,
              sleeper.due == Due::ready_high ? Priority::high : Priority::low);
    }
  }
}

void RunQueue::dispatch(Time now, Time overhead) {
  running_ = true;
  if (!ready(Priority::high).empty()) {
    priority_ = Priority::high;
    job_ = ready(Priority::high).take();
  } else if (interrupted_) {
    priority_ = Priority::low;
    job_ = *std::exchange(interrupted_, std::nullopt);
  } else if (!ready(Priority::low).empty()) {
    priority_ = Priority::low;
    job_ = ready(Priority::low).take();
    slice_left_ = time_slice_;
  } else {
    running_ = false;
    return;
  }
  begin_stretch(now, overhead);
}

void RunQueue::begin_stretch(Time now, Time overhead) {
  const bool sliced = priority_ == Priority::low && time_slice_ != 0;
  since_ = now;
  overhead_ = overhead;
  stretch_ = overhead + (sliced ? std::min(job_.left, slice_left_) : job_.left);
}

// The processor has been at the present job for so long.
void RunQueue::account(Time elapsed) {
  busy_ += elapsed;
  const Time computed = elapsed - std::min(elapsed, overhead_);
  job_.left -= computed;
  if (priority_ == Priority::low && time_slice_ != 0) slice_left_ -= computed;
}

void RunQueue::end_stretch(Time now) {
  account(stretch_);
  if (job_.left != 0) return put_behind(now);
  if (takes_turns_) return take_turn(now);
  Resumable& process = *job_.process;
  dispatch(now, switch_time_);
  process.resume(now);
}

// Its slice is over.
void RunQueue::put_behind(Time now) {
  const bool alone = ready(Priority::high).empty() && ready(Priority::low).empty();
  ready(Priority::low).push(job_);
  dispatch(now, alone ? 0 : switch_time_);
}

void RunQueue::interrupt(Time now) {
  account(now - since_);
  interrupted_ = job_;
  dispatch(now, interrupt_time_);
}

// A process keeps the processor over all that it does in no time; what it wakes meanwhile waits.
void RunQueue::take_turn(Time now) {
  const auto is_outranked = [this] {
    return priority_ == Priority::low && !ready(Priority::high).empty();
  };
  do {
    goes_on_ = false;
    in_turn_ = job_.process;
    job_.process->resume(now);
    in_turn_ = nullptr;
  } while (goes_on_ && job_.left == 0 && !is_outranked());
  if (!goes_on_) return dispatch(now, switch_time_);
  begin_stretch(now, 0);
  if (is_outranked()) return interrupt(now);
  if (stretch_ == 0) put_behind(now);
}

}  // namespace weft
