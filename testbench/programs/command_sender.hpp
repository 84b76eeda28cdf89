// Who sends commands to C104s and T9000s through their control links.
#pragma once

#include <coroutine>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/c104/control_message.hpp"
#include "hw/common/time.hpp"

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

/// What a procedure is written for that commands devices, as a boot: a ControlProcess behind a
/// control host, or a program on a T9000 (ControlByT9000).
///
///     Program first_steps(CommandSender& self, const ControlledDevice& device) {
///       co_await self.start(device);                              // gives it its label
///       const std::uint32_t kind = co_await self.identify(device);
///       co_await self.poke(device, C104Registers::arbitration, 0);
///     }
///
/// One command at a time: each waits for its handshake. Throws ControlError if that does not come
/// within `time_out`, or by what it tells.
class CommandSender {
 public:
  class Command;

  virtual Time now() const = 0;
  /// ps
  virtual Time time_out() const = 0;

  // All are to be awaited, and give the value of what was read.
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

 protected:
  CommandSender() = default;
  CommandSender(const CommandSender&) = delete;
  CommandSender& operator=(const CommandSender&) = delete;
  ~CommandSender() = default;

 private:
  /// Begins to send a command. `program` is to be resumed once `handshake` is known; what is
  /// returned is resumed at once.
  virtual std::coroutine_handle<> send(const ControlledDevice& device,
                                       const ControlRequest& request,
                                       std::coroutine_handle<> program) = 0;
  /// Of that command; none if it has not come in time.
  virtual std::optional<ControlAnswer> handshake() = 0;
};

/// Awaitable of a command; it is sent when it is awaited.
class CommandSender::Command {
 public:
  Command(CommandSender& sender, const ControlledDevice& device, const ControlRequest& request)
      : sender_(&sender), device_(device), request_(request) {}

  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> program) const {
    return sender_->send(device_, request_, program);
  }
  std::uint32_t await_resume() const;

 private:
  CommandSender* sender_;
  ControlledDevice device_;
  ControlRequest request_;
};

inline CommandSender::Command CommandSender::command(const ControlledDevice& device,
                                                     const ControlRequest& request) {
  return {*this, device, request};
}
/// What comes back has the label as its header.
inline CommandSender::Command CommandSender::start(const ControlledDevice& device) {
  return command(device, {ControlCommand::start, 0, device.label});
}
inline CommandSender::Command CommandSender::identify(const ControlledDevice& device) {
  return command(device, {ControlCommand::identify});
}
inline CommandSender::Command CommandSender::peek(const ControlledDevice& device,
                                                  std::uint32_t address) {
  return command(device, {ControlCommand::peek, address});
}
inline CommandSender::Command CommandSender::poke(const ControlledDevice& device,
                                                  std::uint32_t address, std::uint32_t value) {
  return command(device, {ControlCommand::poke, address, value});
}
inline CommandSender::Command CommandSender::reset(const ControlledDevice& device) {
  return command(device, {ControlCommand::reset});
}
inline CommandSender::Command CommandSender::recover(const ControlledDevice& device) {
  return command(device, {ControlCommand::recover});
}
inline CommandSender::Command CommandSender::boot(const ControlledDevice& device,
                                                  std::uint32_t address, std::uint32_t bytes) {
  return command(device, {ControlCommand::boot, address, bytes});
}
inline CommandSender::Command CommandSender::boot_data(const ControlledDevice& device,
                                                       std::vector<std::uint8_t> bytes) {
  ControlRequest request{ControlCommand::boot_data};
  request.data = std::move(bytes);
  return command(device, request);
}
inline CommandSender::Command CommandSender::run(const ControlledDevice& device) {
  return command(device, {ControlCommand::run});
}
inline CommandSender::Command CommandSender::stop(const ControlledDevice& device) {
  return command(device, {ControlCommand::stop});
}

}  // namespace weft
