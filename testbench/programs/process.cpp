#include "testbench/programs/process.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "testbench/programs/alternative.hpp"
#include "testbench/programs/parallel.hpp"
#include "testbench/programs/program_error.hpp"

namespace weft {

void Process::start(Program program) {
  begin(std::move(program), 0);
  core_->evaluate_at(0);
}

void Process::start(Program program, Maker again) {
  again_ = std::move(again);
  takes_part_in_resets_ = true;
  core_->add(*this);
  start(std::move(program));
}

// What it was at is gone with the frame of its program.
void Process::reset(Time now) {
  program_ = {};
  suspended_ = nullptr;
  semaphore_ = nullptr;
  output_ = nullptr;
  alternative_ = nullptr;
  branches_ = nullptr;
  outstanding_ = 0;
  free_ = nullptr;
  pool_.clear();
  finished_ = false;
  if (again_) begin(again_(*this), now);
}

void Process::begin(Program program, Time at) {
  program_ = std::move(program);
  suspended_ = program_.handle();
  core_->processor().wake_at(*this, priority_, at);
}

void Process::resume(Time now) {
  if (alternative_ != nullptr && !alternative_->choose(now)) return;
  go_on(now);
}

void Process::go_on(Time now) {
  if (now != now_) {
    now_ = now;
    steps_ = 0;
  }
  count_step();
  suspended_.resume();
  if (program_.done()) finish();
}

void Process::count_step() {
  if (++steps_ <= most_steps) return;
  throw ProgramError(name_,
                     fmt::format("{} steps at {} ps without any time passing", most_steps, now_));
}

void Process::finish() {
  finished_ = true;
  rethrow(program_, name_);
  leave(now_);
}

// A branch has ended when what it posted has been received.
void Process::leave(Time now) {
  if (of_ != nullptr && outstanding_ == 0) of_->branch_ends(now);
}

Process::After Process::after(Ticks time) {
  count_step();
  return {*this, time_after(time, now_, tick())};
}

Process::SemaphoreWait Process::wait(Semaphore& semaphore) {
  count_step();
  require_own(semaphore);
  return {*this, semaphore};
}

void Process::signal(Semaphore& semaphore) {
  count_step();
  require_own(semaphore);
  semaphore.signal(now_);
}

PendingSend Process::post(const Socket& socket, unsigned bytes, MessageBody body) {
  count_step();
  if (free_ == nullptr) free_ = &pool_.emplace_back(*this);
  PostedSend& posted = *std::exchange(free_, free_->next_free_);
  posted.bytes = bytes;
  posted.body = std::move(body);
  posted.acknowledged_ = false;
  posted.waited_ = false;
  posted.channel_ = socket.channel();
  posted.posted_ = now_;
  PendingSend pending(posted);
  ++outstanding_;
  queue(socket, posted);  // a local message may be received within this
  return pending;
}

void Process::record_turnaround(Distribution& turnaround, Time from) {
  turnaround_ = &turnaround;
  recorded_from_ = from;
}

void Process::queue(const Socket& socket, SendRequest& request) {
  require_own(socket);
  if (socket.local()) {
    socket.out()->send(request, now_);
  } else {
    core_->send(socket.channel(), request, now_);
  }
}

bool Process::begin_receive(const Socket* socket) {
  count_step();
  if (socket == nullptr) return core_->receive_any(*this, message_, now_);
  require_own(*socket);
  if (socket->local()) return socket->in()->receive(*this, message_, now_);
  return core_->receive(socket->channel(), *this, message_, now_);
}

void Process::received(const ReceivedMessage& message, Time now) {
  message_ = message;
  woken(now);
}

void Process::refuse_message(unsigned most_bytes) const {
  throw std::runtime_error(
      fmt::format("a message of {} bytes; expected at most {}", message_.bytes, most_bytes));
}

void Process::require_own(const Semaphore& semaphore) const {
  if (semaphore.belongs_to(core_->processor())) return;
  throw std::logic_error(fmt::format("semaphore '{}' of another processor", semaphore.name()));
}

void Process::require_own(const Socket& socket) const {
  if (socket.belongs_to(*core_)) return;
  throw std::logic_error(socket.connected() ? "a socket of another processor"
                                            : "a socket that is not connected");
}

void Process::posted_sent(PostedSend& posted, Time now) {
  --outstanding_;
  if (turnaround_ != nullptr && posted.posted_ >= recorded_from_) {
    turnaround_->add(now - posted.posted_);
  }
  if (on_acknowledged_) on_acknowledged_(posted.bytes, now);
  posted.acknowledged_ = true;
  posted.body = {};
  if (!posted.held_) {
    release(posted);
    if (finished_) leave(now);
    return;
  }
  if (posted.waited_) woken(now);
}

void Process::release(PostedSend& posted) {
  posted.next_free_ = free_;
  free_ = &posted;
}

void PostedSend::sent(Time now) { process_->posted_sent(*this, now); }

PendingSend::~PendingSend() {
  if (posted_ == nullptr) return;
  posted_->held_ = false;
  if (posted_->acknowledged_) posted_->process_->release(*posted_);
}

void PendingSend::await_suspend(std::coroutine_handle<> program) const {
  posted_->waited_ = true;
  posted_->process_->suspend(program, Process::Wait::acknowledgement, posted_->channel_);
}

}  // namespace weft
