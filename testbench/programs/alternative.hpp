// What a process waits for that takes what comes first.
#pragma once

#include <coroutine>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/event_channel.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/timer.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/resource.hpp"
#include "testbench/programs/socket.hpp"

namespace weft {

/// One of the things that an alternative waits for, as in occam:
///
///     const Ticks limit = self.timer() + 10;
///     const std::size_t chosen = co_await self.alt(left, Guard::when(room > 0, right),
///                                                  Guard::after(limit));
///     if (chosen == 0) message = co_await self.receive(left);
class Guard {
 public:
  /// A message has come in that nobody receives (input from a channel).
  Guard(const Socket& socket) : what_(socket) {}
  /// The event requests.
  Guard(EventChannel& event) : what_(&event) {}
  /// A client has claimed the resource.
  Guard(Resource& resource) : what_(&resource) {}
  /// The timer of the process' priority is AFTER `time`.
  static Guard after(Ticks time) { return Guard(time); }
  /// Always ready (SKIP).
  static Guard skip() { return Guard(Skip()); }
  /// `guard` if the condition holds; else it is never ready.
  static Guard when(bool condition, const Guard& guard) { return condition ? guard : Guard(); }

  /// Null if it is no input from a channel.
  const Socket* socket() const { return std::get_if<Socket>(&what_); }
  /// "event 'pin'", "resource 'server'", "its timer"; empty for all others.
  std::string text() const;

 private:
  friend class Process::Alternative;

  struct Skip {};

  Guard() = default;
  explicit Guard(Ticks time) : what_(time) {}
  explicit Guard(Skip skip) : what_(skip) {}

  bool is_ready(Ticks timer) const;
  void enable(ReadyRequest& request) const;
  void disable(const ReadyRequest& request) const;

  std::variant<std::monostate, Skip, Ticks, Socket, EventChannel*, Resource*> what_;
};

/// Awaitable of `alt`.
class Process::Alternative final : private ReadyRequest, private Resumable {
 public:
  Alternative(Process& process, std::vector<Guard> guards);
  Alternative(const Alternative&) = delete;
  Alternative& operator=(const Alternative&) = delete;

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program);
  std::size_t await_resume() const { return chosen_; }

  const std::vector<Guard>& guards() const { return guards_; }

 private:
  friend class Process;

  /// When the process has its turn: false if no guard is ready any more, and it waits on.
  bool choose(Time now);
  bool find_ready(Time now);
  void enable(Time now);
  void became_ready(Time now) override { wake(now); }
  void resume(Time now) override;
  void wake(Time now);

  Process* process_;
  std::vector<Guard> guards_;
  std::size_t chosen_ = 0;
  std::optional<RunQueue::Alarm> alarm_;  // for the first of the times
  bool woken_ = false;
};

/// Awaitable of `wait` for an event.
class Process::EventWait {
 public:
  EventWait(Process& process, EventChannel& event)
      : process_(&process), event_(&event), ready_(process, {event}) {}

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program) { return ready_.await_suspend(program); }
  void await_resume() const { event_->take(process_->now_); }

 private:
  Process* process_;
  EventChannel* event_;
  Alternative ready_;
};

/// Awaitable of `send` to an event.
class Process::EventOutput {
 public:
  EventOutput(Process& process, EventChannel& event);

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const;
  void await_resume() const { process_->output_ = nullptr; }

 private:
  Process* process_;
  EventChannel* event_;
};

/// Awaitable of `grant`.
class Process::Grant {
 public:
  Grant(Process& process, Resource& resource) : resource_(&resource), ready_(process, {resource}) {}

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> program) { return ready_.await_suspend(program); }
  Socket await_resume() const { return resource_->grant(); }

 private:
  Resource* resource_;
  Alternative ready_;
};

template <class... Guards>
Process::Alternative Process::alt(Guards&&... guards) {
  return {*this, std::vector<Guard>{Guard(std::forward<Guards>(guards))...}};
}
inline Process::Alternative Process::alt_of(std::vector<Guard> guards) {
  return {*this, std::move(guards)};
}
inline Process::EventWait Process::wait(EventChannel& event) { return {*this, event}; }
inline Process::EventOutput Process::send(EventChannel& event) { return {*this, event}; }
inline Process::Grant Process::grant(Resource& resource) { return {*this, resource}; }
inline void Process::mark(Resource& resource, const Socket& client) {
  require_own(client);
  resource.mark(client, now_);
}

}  // namespace weft
