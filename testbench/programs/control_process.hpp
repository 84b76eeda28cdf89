// The control process: a program that works on C104s and T9000s through their control links.
#pragma once

#include <coroutine>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/c104/control_host.hpp"
#include "hw/c104/control_message.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"
#include "testbench/programs/command_sender.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// An error of one of a device's links, as its control unit has told it.
struct ToldError {
  ControlledDevice device;
  unsigned link = 0;
  LinkError error = LinkError::none;
  Time time = 0;  ///< At which the host has heard of it.
};

/// A program behind a ControlHost, with what it can do:
///
///     Program watch(ControlProcess& self, const ControlledDevice& device) {
///       co_await self.start(device);
///       for (;;) {
///         const ToldError error = co_await self.next_error();
///         co_await self.recover(error.device);
///       }
///     }
///
/// A command ends with its acknowledgement and its handshake (CommandSender).
class ControlProcess final : public CommandSender, private ControlHostClient {
 public:
  class NextError;

  /// `name` is for messages. The host must outlive it.
  ControlProcess(std::string name, ControlHost& host);
  ControlProcess(const ControlProcess&) = delete;
  ControlProcess& operator=(const ControlProcess&) = delete;

  /// Begins the program, at the start of the run; before it. To be called once.
  void start(Program program);
  using CommandSender::start;

  const std::string& name() const { return name_; }
  Time now() const override { return now_; }
  Time time_out() const override { return host_->parameters().time_out; }
  bool finished() const { return finished_; }
  /// All so far, of all devices.
  const std::vector<ToldError>& told_errors() const { return told_; }

  /// Waits for an error that was not taken yet.
  NextError next_error();

 private:
  void acknowledged(unsigned port, std::uint8_t label, Time now) override;
  void message(unsigned port, std::uint8_t label, const std::vector<std::uint8_t>& bytes,
               Time now) override;
  void woken(Time now) override;
  std::coroutine_handle<> send(const ControlledDevice& device, const ControlRequest& request,
                               std::coroutine_handle<> program) override;
  std::optional<ControlAnswer> handshake() override;
  void go_on_if_done(Time now);
  void go_on(Time now);
  bool is_current(unsigned port, std::uint8_t label) const {
    return sending_ && device_.port == port && device_.label == label;
  }

  std::string name_;
  ControlHost* host_;
  Time now_ = 0;
  std::coroutine_handle<> suspended_;
  // the command that is under way
  bool sending_ = false;
  ControlledDevice device_;
  bool acknowledged_ = false;
  bool answered_ = false;
  ControlAnswer answer_;
  std::vector<ControlledDevice> known_;  // to which a `start` was sent
  std::vector<ToldError> told_;
  std::size_t taken_ = 0;  // of them
  bool waits_for_error_ = false;
  bool finished_ = false;
  Program program_;  // its frame refers to the members above
};

/// Awaitable of `next_error`.
class ControlProcess::NextError {
 public:
  explicit NextError(ControlProcess& process) : process_(&process) {}

  bool await_ready() const { return process_->taken_ < process_->told_.size(); }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspended_ = program;
    process_->waits_for_error_ = true;
  }
  ToldError await_resume() const { return process_->told_[process_->taken_++]; }

 private:
  ControlProcess* process_;
};

inline ControlProcess::NextError ControlProcess::next_error() { return NextError(*this); }

}  // namespace weft
