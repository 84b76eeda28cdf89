// How a process sends messages and waits for them.
#pragma once

#include <coroutine>
#include <cstddef>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/socket.hpp"

namespace weft {

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
  void sent(Time now) override { process_->woken(now); }

  Process* process_;
  Socket socket_;
};

/// Awaitable of `receive` and `receive_any`.
class Process::Receive {
 public:
  Receive(Process& process, const Socket& socket, unsigned most_bytes)
      : process_(&process), socket_(socket), most_bytes_(most_bytes) {}
  explicit Receive(Process& process) : process_(&process), any_(true) {}
  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, any_ ? Wait::any_message : Wait::message, socket_.channel());
    return !process_->begin_receive(any_ ? nullptr : &socket_);
  }
  ReceivedMessage await_resume() const {
    if (process_->message_.bytes > most_bytes_) process_->refuse_message(most_bytes_);
    return process_->message_;
  }

 private:
  Process* process_;
  Socket socket_;
  unsigned most_bytes_ = any_length;
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
inline Process::Receive Process::receive(const Socket& socket) {
  return {*this, socket, any_length};
}
inline Process::Receive Process::receive(const Socket& socket, unsigned most_bytes) {
  return {*this, socket, most_bytes};
}
inline Process::ReceiveEach Process::receive_each(const std::vector<Socket>& sockets) {
  return {*this, sockets};
}
inline Process::Receive Process::receive_any() { return Receive(*this); }

}  // namespace weft
