#include "hw/t9000/run_queue.hpp"

#include <algorithm>

namespace weft {

void RunQueue::compute(Resumable& process, Time duration, Time now) {
  ready_.push({&process, duration});
  if (!running_) dispatch(now);
}

void RunQueue::sleep(Resumable& process, Time until) {
  sleepers_.push({until, order_++, &process});
}

Time RunQueue::next() const {
  const Time asleep = sleepers_.empty() ? never : sleepers_.top().until;
  return running_ ? std::min(asleep, since_ + stretch_) : asleep;
}

void RunQueue::run(Time now) {
  if (running_ && since_ + stretch_ <= now) end_stretch(now);
  while (!sleepers_.empty() && sleepers_.top().until <= now) {
    Resumable* process = sleepers_.top().process;
    sleepers_.pop();
    process->resume(now);
  }
}

void RunQueue::dispatch(Time now) {
  running_ = !ready_.empty();
  if (!running_) return;
  job_ = ready_.front();
  ready_.pop();
  since_ = now;
  stretch_ = time_slice_ == 0 ? job_.left : std::min(job_.left, time_slice_);
}

void RunQueue::end_stretch(Time now) {
  busy_ += stretch_;
  job_.left -= stretch_;
  const Job job = job_;
  if (job.left != 0) ready_.push(job);
  dispatch(now);
  if (job.left == 0) job.process->resume(now);
}

}  // namespace weft
