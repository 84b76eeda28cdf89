// A process on a processor: runs a program.
#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/pending_send.hpp"
#include "testbench/programs/program.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/statistics/distribution.hpp"

namespace weft {

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
/// A program runs inside T9000Core::evaluate, so what it sends at a time is handed to the links at
/// that time. An exception that leaves it ends the run as a ProgramError. So does a program that
/// takes `most_steps` steps while no time passes.
class Process final : private Resumable, private ReceiveRequest {
 public:
  static constexpr std::uint64_t most_steps = 1'000'000;

  /// What keeps a program waiting.
  enum class Wait : std::uint8_t { time, acknowledgement, message, any_message };

  class Compute;
  class Sleep;
  class Send;
  class Receive;
  class ReceiveEach;

  /// `name` is for messages: "node[1,2].cpu/0".
  Process(std::string name, T9000Core& core) : name_(std::move(name)), core_(&core) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Begins the program at the start of the run; processes of one processor in the order of these
  /// calls. To be called once, before the run.
  void start(Program program);

  const std::string& name() const { return name_; }
  const T9000Core& core() const { return *core_; }
  /// What it waits for; counts while it is suspended, which a process is but within `evaluate`.
  Wait waits_for() const { return wait_; }
  /// The virtual channel that it waits at, or `local_channel_number`.
  unsigned waits_at() const { return wait_channel_; }
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
  /// Sends a message of `bytes` and waits until it is acknowledged. What it says does not count.
  Send send(const Socket& socket, unsigned bytes);
  /// Sends bytes, or values as they stand in memory: what comes out of `receive` is made of what
  /// stood on the wires. A copy is sent, so `values` may change at once.
  template <MessageValues Values>
  Send send(const Socket& socket, const Values& values);
  Send send(const Socket& socket, MessageBody body);
  /// Sends a message and goes on. Messages of one socket are sent in order.
  PendingSend post(const Socket& socket, unsigned bytes);
  template <MessageValues Values>
  PendingSend post(const Socket& socket, const Values& values);
  PendingSend post(const Socket& socket, MessageBody body);
  /// Waits for the next message of a socket.
  Receive receive(const Socket& socket);
  /// Waits for a message of each of the sockets, all at a time; of one that stands there twice, for
  /// two. None of them is local. Gives the messages in the order of the sockets.
  ReceiveEach receive_each(const std::vector<Socket>& sockets);
  /// Waits for a message of any virtual channel of the processor, in the order in which they came.
  /// Local sockets are received from by name only.
  Receive receive_any();

 private:
  friend class PostedSend;
  friend class PendingSend;

  void suspend(std::coroutine_handle<> program, Wait wait,
               unsigned channel = local_channel_number) {
    suspended_ = program;
    wait_ = wait;
    wait_channel_ = channel;
  }
  void go_on(Time now);
  void resume(Time now) override { go_on(now); }
  void received(const ReceivedMessage& message, Time now) override;
  PendingSend post(const Socket& socket, unsigned bytes, MessageBody body);
  void queue(const Socket& socket, SendRequest& request);
  bool begin_receive(const Socket* socket);
  void require_own(const Socket& socket) const;
  void posted_sent(PostedSend& posted, Time now);
  void release(PostedSend& posted);
  void count_step();
  void finish();

  std::string name_;
  T9000Core* core_;
  Time now_ = 0;
  std::uint64_t steps_ = 0;  // since time passed
  std::coroutine_handle<> suspended_;
  Wait wait_ = Wait::time;
  unsigned wait_channel_ = local_channel_number;
  ReceivedMessage message_;
  std::uint64_t outstanding_ = 0;
  std::deque<PostedSend> pool_;
  PostedSend* free_ = nullptr;
  Distribution* turnaround_ = nullptr;  // of what is posted from `recorded_from_` on
  Time recorded_from_ = 0;
  std::function<void(unsigned, Time)> on_acknowledged_;
  bool finished_ = false;
  Program program_;  // its frame refers to the members above
};

/// Awaitable of `compute`.
class Process::Compute {
 public:
  Compute(Process& process, Time duration) : process_(&process), duration_(duration) {}
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, Wait::time);
    process_->core_->processor().compute(*process_, duration_, process_->now_);
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
    process_->core_->processor().sleep(*process_, until_);
  }
  void await_resume() const {}

 private:
  Process* process_;
  Time until_;
};

/// Awaitable of `send`; the message is queued when it is awaited.
class Process::Send final : private SendRequest {
 public:
  Send(Process& process, const Socket& socket, unsigned length, MessageBody content)
      : process_(&process), socket_(socket) {
    bytes = length;
    body = std::move(content);
  }
  Send(const Send&) = delete;
  Send& operator=(const Send&) = delete;

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) {
    process_->suspend(program, Wait::acknowledgement, socket_.channel());
    process_->queue(socket_, *this);
  }
  void await_resume() const {}

 private:
  void sent(Time now) override { process_->go_on(now); }

  Process* process_;
  Socket socket_;
};

/// Awaitable of `receive` and `receive_any`.
class Process::Receive {
 public:
  Receive(Process& process, const Socket& socket) : process_(&process), socket_(socket) {}
  explicit Receive(Process& process) : process_(&process), any_(true) {}
  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, any_ ? Wait::any_message : Wait::message, socket_.channel());
    return !process_->begin_receive(any_ ? nullptr : &socket_);
  }
  ReceivedMessage await_resume() const { return process_->message_; }

 private:
  Process* process_;
  Socket socket_;
  bool any_ = false;
};

/// Awaitable of `receive_each`.
class Process::ReceiveEach final : private ReceiveRequest {
 public:
  ReceiveEach(Process& process, const std::vector<Socket>& sockets);
  ReceiveEach(const ReceiveEach&) = delete;
  ReceiveEach& operator=(const ReceiveEach&) = delete;

  bool await_ready() const { return missing_.empty(); }
  bool await_suspend(std::coroutine_handle<> program);
  std::vector<ReceivedMessage> await_resume() { return std::move(messages_); }

 private:
  struct Missing {
    unsigned channel;
    std::size_t socket;  // among those that were named
  };

  void received(const ReceivedMessage& message, Time now) override;
  void ask_all_of(std::size_t first, Time now);
  std::size_t first_of(unsigned channel) const;
  bool misses(std::size_t place, unsigned channel) const {
    return place < missing_.size() && missing_[place].channel == channel;
  }
  void take(std::size_t place, const ReceivedMessage& message);

  Process* process_;
  std::vector<Missing> missing_;           // by channel; one that brings two stands there twice
  std::vector<ReceivedMessage> messages_;  // by socket
};

inline Process::Compute Process::compute(Time duration) { return {*this, duration}; }
inline Process::Sleep Process::sleep(Time duration) { return {*this, now_ + duration}; }
inline Process::Sleep Process::sleep_until(Time time) { return {*this, time}; }
inline Process::Send Process::send(const Socket& socket, unsigned bytes) {
  return {*this, socket, bytes, {}};
}
inline Process::Send Process::send(const Socket& socket, MessageBody body) {
  const auto bytes = static_cast<unsigned>(body.bytes().size());
  return {*this, socket, bytes, std::move(body)};
}
template <MessageValues Values>
Process::Send Process::send(const Socket& socket, const Values& values) {
  return send(socket, MessageBody::of(values));
}
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
inline Process::Receive Process::receive(const Socket& socket) { return {*this, socket}; }
inline Process::ReceiveEach Process::receive_each(const std::vector<Socket>& sockets) {
  return {*this, sockets};
}
inline Process::Receive Process::receive_any() { return Receive(*this); }

}  // namespace weft
