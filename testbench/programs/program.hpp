// What runs on a processor: a coroutine.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace weft {

/// The return type of a program, and the owner of its frame. A program does nothing until a Process
/// starts it. Within a program, `co_await other(self, ...)` runs another one to its end as a
/// procedure; what that throws comes out of the `co_await`.
class [[nodiscard]] Program {
 public:
  class promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  Program() = default;
  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Program& operator=(Program&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Program() {
    if (handle_) handle_.destroy();
  }

  Handle handle() const { return handle_; }
  /// It has returned or thrown.
  bool done() const { return handle_.done(); }
  /// Throws what it has thrown, if it has.
  void rethrow() const;

  class Call;
  Call operator co_await() const&;

 private:
  explicit Program(Handle handle) : handle_(handle) {}

  Handle handle_;
};

/// State of a running program.
class Program::promise_type {
 public:
  Program get_return_object() { return Program(Handle::from_promise(*this)); }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  void return_void() const noexcept {}
  void unhandled_exception() noexcept { exception = std::current_exception(); }

  /// At its end a program gives back control to the one that called it, if any.
  struct End {
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(Handle ended) const noexcept {
      return ended.promise().caller;
    }
    void await_resume() const noexcept {}
  };
  End final_suspend() const noexcept { return {}; }

  std::coroutine_handle<> caller = std::noop_coroutine();
  std::exception_ptr exception;
};

/// The call of a program by another.
class Program::Call {
 public:
  explicit Call(Handle called) : called_(called) {}
  bool await_ready() const noexcept { return called_.done(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) const noexcept {
    called_.promise().caller = caller;
    return called_;
  }
  void await_resume() const {
    if (called_.promise().exception) std::rethrow_exception(called_.promise().exception);
  }

 private:
  Handle called_;
};

inline Program::Call Program::operator co_await() const& { return Call(handle_); }

inline void Program::rethrow() const {
  if (handle_.promise().exception) std::rethrow_exception(handle_.promise().exception);
}

}  // namespace weft
