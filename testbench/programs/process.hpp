// A process on a processor: runs a program.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/semaphore.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/timer.hpp"
#include "testbench/programs/pending_send.hpp"
#include "testbench/programs/program.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/statistics/distribution.hpp"

namespace weft {

class Branch;
class EventChannel;
class Guard;
class Resource;

/// A named process on a T9000 (thesis 3.5.3), with what its program can do:
///
///     Program worker(Process& self, Socket s0, Socket s1) {
///       for (;;) {
///         co_await self.compute(1 * microsecond);
///         co_await self.send(s0, 32);                        // until it is acknowledged
///         const PendingSend pending = self.post(s1, 32);     // goes on at once
///         const ReceivedMessage m = co_await self.receive(s0);
///         co_await self.send(s1, std::array{1.5, 2.5});      // of 16 bytes
///         const std::vector<double> values = (co_await self.receive(s1)).as<double>();
///         co_await pending;
///       }
///     }
///
/// What waits for messages is in process_messages.hpp; what occam has beside that is in
/// alternative.hpp (ALT, events, resources) and parallel.hpp (PAR).
///
/// A program runs inside T9000Core::evaluate, so what it sends at a time is handed to the links at
/// that time. An exception that leaves it ends the run as a ProgramError. So does a program that
/// takes `most_steps` steps while no time passes.
class Process final : private Resumable, private ReceiveRequest, private ResetClient {
 public:
  static constexpr std::uint64_t most_steps = 1'000'000;

  /// What keeps a program waiting.
  enum class Wait : std::uint8_t {
    time,
    acknowledgement,
    message,
    any_message,
    alternative,
    semaphore,
    event,
    branches,
    memory,
  };

  class Compute;
  class Load;
  class Store;
  class Sleep;
  class After;
  class SemaphoreWait;
  class Alternative;
  class EventWait;
  class EventOutput;
  class Grant;
  class Parallel;
  class Send;
  class Receive;
  class ReceiveEach;

  /// `name` is for messages: "node[1,2].cpu/0".
  Process(std::string name, T9000Core& core, Priority priority = Priority::low)
      : name_(std::move(name)), core_(&core), priority_(priority) {}
  ~Process() {
    if (takes_part_in_resets_) core_->remove(*this);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Begins the program at the start of the run; processes of one processor in the order of these
  /// calls. To be called once, before the run.
  void start(Program program);
  /// Makes its program anew.
  using Maker = std::function<Program(Process&)>;
  /// The same, of one that a reset takes back to its begin; `again` makes its program then. With
  /// none there is no begin.
  void start(Program program, Maker again);

  const std::string& name() const { return name_; }
  const T9000Core& core() const { return *core_; }
  Priority priority() const { return priority_; }
  /// What it waits for; counts while it is suspended, which a process is but within `evaluate`.
  Wait waits_for() const { return wait_; }
  /// The virtual channel that it waits at, or `local_channel_number`.
  unsigned waits_at() const { return wait_channel_; }
  /// What it waits at if that is a semaphore; null otherwise.
  const Semaphore* waits_at_semaphore() const { return semaphore_; }
  /// The event that it outputs to; null otherwise.
  const EventChannel* outputs_to() const { return output_; }
  /// The alternative that it waits at; null otherwise.
  const Alternative* waits_at_alternative() const { return alternative_; }
  /// The processes of the `par` that it waits for; null otherwise.
  const std::deque<Process>* branches() const { return branches_; }
  /// Time at which the program runs, ps.
  Time now() const { return now_; }
  /// The program has returned.
  bool finished() const { return finished_; }
  /// Posted messages that are not acknowledged yet.
  std::uint64_t outstanding() const { return outstanding_; }

  /// Adds the time from `post` to the acknowledgement of each message that is posted from `from`
  /// on, in ps, to `turnaround`, which must outlive the process. What a message waits for earlier
  /// ones of its channel is part of it.
  void record_turnaround(Distribution& turnaround, Time from);

  /// Called with the bytes of each posted message when that is acknowledged to its end.
  void on_acknowledged(std::function<void(unsigned bytes, Time now)> action) {
    on_acknowledged_ = std::move(action);
  }

  // --- for the program; all but `post` are to be awaited
  /// Has the processor for `duration` (ps), in turn with the other processes.
  Compute compute(Time duration);
  /// Waits without using the processor.
  Sleep sleep(Time duration);
  Sleep sleep_until(Time time);
  /// What the timer of its priority shows (T9000Parameters: high_tick, low_tick).
  Ticks timer() const { return timer_at(now_, tick()); }
  /// Waits until that is AFTER `time`, as a delayed input of occam.
  After after(Ticks time);
  /// Sends a message and goes on. Messages of one socket are sent in order.
  PendingSend post(const Socket& socket, unsigned bytes);
  template <MessageValues Values>
  PendingSend post(const Socket& socket, const Values& values);
  PendingSend post(const Socket& socket, MessageBody body);
  /// Takes one off the count of a semaphore of this processor, or waits for a `signal`.
  SemaphoreWait wait(Semaphore& semaphore);
  void signal(Semaphore& semaphore);

  // --- process_messages.hpp
  /// Sends a message of `bytes` and waits until it is acknowledged. What it says does not count.
  Send send(const Socket& socket, unsigned bytes);
  /// Sends bytes, or values as they stand in memory: what comes out of `receive` is made of what
  /// stood on the wires. A copy is sent, so `values` may change at once.
  template <MessageValues Values>
  Send send(const Socket& socket, const Values& values);
  Send send(const Socket& socket, MessageBody body);
  /// Waits for the next message of a socket.
  Receive receive(const Socket& socket);
  /// The same of at most so many bytes, as an input of variable length. A longer message ends the
  /// program with std::runtime_error.
  Receive receive(const Socket& socket, unsigned most_bytes);
  /// Waits for a message of each of the sockets, all at a time; of one that stands there twice, for
  /// two. None of them is local. Gives the messages in the order of the sockets.
  ReceiveEach receive_each(const std::vector<Socket>& sockets);
  /// Waits for a message of any virtual channel of the processor, in the order in which they came.
  /// Local sockets are received from by name only.
  Receive receive_any();

  // --- alternative.hpp
  /// Waits until one of the guards is ready, and gives its place, from 0; of several that are ready
  /// then the first one's (PRI ALT, which is an ALT too). Takes nothing: the input is done after
  /// it.
  template <class... Guards>
  Alternative alt(Guards&&... guards);
  /// The same of as many as there are (a replicated ALT).
  Alternative alt_of(std::vector<Guard> guards);
  /// Outputs to an event, and waits until a process at its far end has taken it.
  EventOutput send(EventChannel& event);
  /// Inputs from an event.
  EventWait wait(EventChannel& event);
  /// Waits for a client of a resource, gives its socket, and takes its mark.
  Grant grant(Resource& resource);
  /// Marks a socket as a client of a resource: a message that nobody receives claims it.
  void mark(Resource& resource, const Socket& client);

  // --- memory_access.hpp
  /// Loads words of 8 bytes from the memory in which the messages of its processor lie
  /// (`MessageMemory`), from an address that is a multiple of 8.
  Load load(std::uint64_t address, std::size_t words);
  /// Stores words there, and waits until they are in the memory.
  Store store(std::uint64_t address, std::vector<std::uint64_t> words);

  // --- parallel.hpp
  /// Runs programs as processes of this processor and priority, and goes on when all have ended.
  template <class... Branches>
  Parallel par(Branches... branches);
  Parallel par(std::vector<Branch> branches);
  /// The same, the first branch with high priority and the others with low. Throws std::logic_error
  /// in a process of high priority.
  template <class... Branches>
  Parallel pri_par(Branches... branches);

 private:
  friend class PostedSend;
  friend class PendingSend;

  void suspend(std::coroutine_handle<> program, Wait wait,
               unsigned channel = local_channel_number) {
    suspended_ = program;
    wait_ = wait;
    wait_channel_ = channel;
  }
  /// To be called once.
  void begin(Program program, Time at);
  void go_on(Time now);
  /// What it has waited for has come: it goes on, or has its turn to.
  void woken(Time now) {
    if (core_->processor().takes_turns() || core_->processor().stopped()) {
      core_->processor().wake(*this, priority_, now);
    } else {
      go_on(now);
    }
  }
  Time tick() const {
    const T9000Parameters& parameters = core_->parameters();
    return priority_ == Priority::high ? parameters.high_tick : parameters.low_tick;
  }
  void resume(Time now) override;
  void reset(Time now) override;
  bool begins_again() const override { return again_ != nullptr; }
  void received(const ReceivedMessage& message, Time now) override;
  PendingSend post(const Socket& socket, unsigned bytes, MessageBody body);
  void queue(const Socket& socket, SendRequest& request);
  static constexpr unsigned any_length = ~0U;

  bool begin_receive(const Socket* socket);
  [[noreturn]] void refuse_message(unsigned most_bytes) const;
  void require_own(const Socket& socket) const;
  void require_own(const Semaphore& semaphore) const;
  void posted_sent(PostedSend& posted, Time now);
  void release(PostedSend& posted);
  void count_step();
  void finish();
  void leave(Time now);

  std::string name_;
  T9000Core* core_;
  Priority priority_;
  Time now_ = 0;
  std::uint64_t steps_ = 0;  // since time passed
  std::coroutine_handle<> suspended_;
  Wait wait_ = Wait::time;
  unsigned wait_channel_ = local_channel_number;
  const Semaphore* semaphore_ = nullptr;
  const EventChannel* output_ = nullptr;
  Alternative* alternative_ = nullptr;
  const std::deque<Process>* branches_ = nullptr;
  Parallel* of_ = nullptr;  // whose branch it is
  ReceivedMessage message_;
  std::uint64_t outstanding_ = 0;
  std::deque<PostedSend> pool_;
  PostedSend* free_ = nullptr;
  Distribution* turnaround_ = nullptr;  // of what is posted from `recorded_from_` on
  Time recorded_from_ = 0;
  std::function<void(unsigned, Time)> on_acknowledged_;
  bool finished_ = false;
  bool takes_part_in_resets_ = false;
  Maker again_;
  Program program_;  // its frame refers to the members above
};

/// Awaitable of `compute`.
class Process::Compute {
 public:
  Compute(Process& process, Time duration) : process_(&process), duration_(duration) {}
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, Wait::time);
    process_->core_->processor().compute(*process_, duration_, process_->now_, process_->priority_);
  }
  void await_resume() const {}

 private:
  Process* process_;
  Time duration_;
};

/// Awaitable of `sleep`.
class Process::Sleep {
 public:
  Sleep(Process& process, Time until) : process_(&process), until_(until) {}
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, Wait::time);
    process_->core_->processor().wake_at(*process_, process_->priority_, until_);
  }
  void await_resume() const {}

 protected:
  Process* process_;
  Time until_;
};

/// Awaitable of `after`: does not wait for what is over.
class Process::After : private Process::Sleep {
 public:
  using Sleep::Sleep;
  bool await_ready() const { return until_ == process_->now_; }
  using Sleep::await_resume;
  using Sleep::await_suspend;
};

/// Awaitable of `wait` for a semaphore.
class Process::SemaphoreWait {
 public:
  SemaphoreWait(Process& process, Semaphore& semaphore)
      : process_(&process), semaphore_(&semaphore) {}
  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, Wait::semaphore);
    process_->semaphore_ = semaphore_;
    return !semaphore_->wait(*process_, process_->priority_);
  }
  void await_resume() const { process_->semaphore_ = nullptr; }

 private:
  Process* process_;
  Semaphore* semaphore_;
};

inline Process::Compute Process::compute(Time duration) { return {*this, duration}; }
inline Process::Sleep Process::sleep(Time duration) { return {*this, now_ + duration}; }
inline Process::Sleep Process::sleep_until(Time time) { return {*this, time}; }
inline PendingSend Process::post(const Socket& socket, unsigned bytes) {
  return post(socket, bytes, {});
}
inline PendingSend Process::post(const Socket& socket, MessageBody body) {
  const auto bytes = static_cast<unsigned>(body.bytes().size());
  return post(socket, bytes, std::move(body));
}
template <MessageValues Values>
PendingSend Process::post(const Socket& socket, const Values& values) {
  return post(socket, MessageBody::of(values));
}

}  // namespace weft
