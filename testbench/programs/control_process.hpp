// The control process: a program that works on C104s and T9000s through their control links.
#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/c104/control_host.hpp"
#include "hw/c104/control_message.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// A device with a control unit.
struct ControlledDevice {
  unsigned port = 0;       ///< Of the control host: its chain or tree.
  std::uint8_t label = 0;  ///< Of its control unit.
  std::string name;        ///< "node[1,2].router"
};

/// A command that did not end with `done`; names the device and the command.
class ControlError : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

/// An error of one of a device's links, as its control unit has told it.
struct ToldError {
  ControlledDevice device;
  unsigned link = 0;
  LinkError error = LinkError::none;
  Time time = 0;  ///< At which the host has heard of it.
};

/// A program behind a ControlHost, with what it can do:
///
///     Program boot(ControlProcess& self, const ControlledDevice& device) {
///       co_await self.start(device);                              // gives it its label
///       const std::uint32_t kind = co_await self.identify(device);
///       co_await self.poke(device, C104Registers::arbitration, 0);
///       for (;;) {
///         const ToldError error = co_await self.next_error();
///         co_await self.recover(error.device);
///       }
///     }
///
/// One command at a time: each waits for its acknowledgement and its handshake. Throws ControlError
/// if they do not come in ControlHostParameters::time_out, or by what the handshake tells.
class ControlProcess final : private ControlHostClient {
 public:
  class Command;
  class NextError;

  /// `name` is for messages. The host must outlive it.
  ControlProcess(std::string name, ControlHost& host);
  ControlProcess(const ControlProcess&) = delete;
  ControlProcess& operator=(const ControlProcess&) = delete;

  /// Begins the program, at the start of the run; before it. To be called once.
  void start(Program program);

  const std::string& name() const { return name_; }
  Time now() const { return now_; }
  Time time_out() const { return host_->parameters().time_out; }
  bool finished() const { return finished_; }
  /// All so far, of all devices.
  const std::vector<ToldError>& told_errors() const { return told_; }

  // --- for the program; all are to be awaited, and give the value of what was read
  Command command(const ControlledDevice& device, const ControlRequest& request);
  Command start(const ControlledDevice& device);
  Command identify(const ControlledDevice& device);
  Command peek(const ControlledDevice& device, std::uint32_t address);
  Command poke(const ControlledDevice& device, std::uint32_t address, std::uint32_t value);
  Command reset(const ControlledDevice& device);
  Command recover(const ControlledDevice& device);
  // of t9000s:
  Command boot(const ControlledDevice& device, std::uint32_t address, std::uint32_t bytes);
  /// One to `most_boot_bytes`.
  Command boot_data(const ControlledDevice& device, std::vector<std::uint8_t> bytes);
  Command run(const ControlledDevice& device);
  Command stop(const ControlledDevice& device);
  /// Waits for an error that was not taken yet.
  NextError next_error();

 private:
  void acknowledged(unsigned port, std::uint8_t label, Time now) override;
  void message(unsigned port, std::uint8_t label, const std::vector<std::uint8_t>& bytes,
               Time now) override;
  void woken(Time now) override;
  void send(const ControlledDevice& device, const ControlRequest& request,
            std::coroutine_handle<> program);
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
  ControlRequest request_;
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

/// Awaitable of a command; it is sent when it is awaited.
class ControlProcess::Command {
 public:
  Command(ControlProcess& process, const ControlledDevice& device, const ControlRequest& request)
      : process_(&process), device_(device), request_(request) {}

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->send(device_, request_, program);
  }
  std::uint32_t await_resume() const;

 private:
  ControlProcess* process_;
  ControlledDevice device_;
  ControlRequest request_;
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

inline ControlProcess::Command ControlProcess::command(const ControlledDevice& device,
                                                       const ControlRequest& request) {
  return {*this, device, request};
}
/// What comes back has the label as its header.
inline ControlProcess::Command ControlProcess::start(const ControlledDevice& device) {
  return command(device, {ControlCommand::start, 0, device.label});
}
inline ControlProcess::Command ControlProcess::identify(const ControlledDevice& device) {
  return command(device, {ControlCommand::identify});
}
inline ControlProcess::Command ControlProcess::peek(const ControlledDevice& device,
                                                    std::uint32_t address) {
  return command(device, {ControlCommand::peek, address});
}
inline ControlProcess::Command ControlProcess::poke(const ControlledDevice& device,
                                                    std::uint32_t address, std::uint32_t value) {
  return command(device, {ControlCommand::poke, address, value});
}
inline ControlProcess::Command ControlProcess::reset(const ControlledDevice& device) {
  return command(device, {ControlCommand::reset});
}
inline ControlProcess::Command ControlProcess::recover(const ControlledDevice& device) {
  return command(device, {ControlCommand::recover});
}
inline ControlProcess::Command ControlProcess::boot(const ControlledDevice& device,
                                                    std::uint32_t address, std::uint32_t bytes) {
  return command(device, {ControlCommand::boot, address, bytes});
}
inline ControlProcess::Command ControlProcess::boot_data(const ControlledDevice& device,
                                                         std::vector<std::uint8_t> bytes) {
  ControlRequest request{ControlCommand::boot_data};
  request.data = std::move(bytes);
  return command(device, request);
}
inline ControlProcess::Command ControlProcess::run(const ControlledDevice& device) {
  return command(device, {ControlCommand::run});
}
inline ControlProcess::Command ControlProcess::stop(const ControlledDevice& device) {
  return command(device, {ControlCommand::stop});
}
inline ControlProcess::NextError ControlProcess::next_error() { return NextError(*this); }

}  // namespace weft
