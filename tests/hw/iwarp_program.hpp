// Programs of tests: coroutines that run on an iWarp cell operation by operation.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "hw/iwarp/computation_port.hpp"

namespace weft::test {

/// What a program's coroutine returns.
class ProgramTask {
 public:
  struct promise_type {  // NOLINT(readability-identifier-naming): the name that C++ asks for
    ProgramTask get_return_object() {
      return ProgramTask(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  ProgramTask() = default;
  explicit ProgramTask(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  ProgramTask(ProgramTask&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ProgramTask& operator=(ProgramTask&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~ProgramTask() {
    if (handle_) handle_.destroy();
  }

  void resume() { handle_.resume(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

/// `co_await cell(operation)` executes it and gives its result; `cell.now` is then the edge of the
/// clock at which it ended.
class CoroutineProgram final : public CellProgram {
 public:
  using Body = std::function<ProgramTask(CoroutineProgram&)>;

  explicit CoroutineProgram(Body body) : body_(std::move(body)) {}

  struct Awaiter {
    CoroutineProgram& program;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<>) {}
    port::Result await_resume() { return program.result_; }
  };
  Awaiter operator()(const port::Operation& operation) {
    operation_ = operation;
    return {*this};
  }

  std::optional<port::Operation> next(const port::Result& result, Time time) override {
    if (!started_) task_ = body_(*this);
    started_ = true;
    now = time;
    result_ = result;
    operation_.reset();
    task_.resume();
    return operation_;
  }

  Time now = 0;

 private:
  Body body_;
  ProgramTask task_;
  bool started_ = false;
  std::optional<port::Operation> operation_;
  port::Result result_;
};

}  // namespace weft::test
