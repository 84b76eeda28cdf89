// A T9000 as the head of control links: what its programs say to control units.
#pragma once

#include <coroutine>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hw/c104/control_message.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/command_sender.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/socket.hpp"

namespace weft {

/// The virtual channels of a T9000 that lead to control units. A link of the T9000 is that of the
/// first of them (T9000Parameters::link_choice: a channel's number modulo the links). The label of
/// a unit is also the header of what comes back, so it is one of the T9000's headers.
class ControlSockets {
 public:
  /// `core` must outlive it.
  explicit ControlSockets(T9000Core& core) : core_(&core) {}

  /// Opens the virtual channel to the unit that has, or is to get, this label; once for each,
  /// before anything comes with that header. Throws std::out_of_range unless it is a header of the
  /// T9000.
  Socket open(std::uint8_t label);
  /// The same, or the one that was opened.
  Socket to(std::uint8_t label) {
    const auto known = opened_.find(label);
    return known != opened_.end() ? known->second : open(label);
  }

 private:
  T9000Core* core_;
  std::map<std::uint8_t, Socket> opened_;  // by label
};

/// A program of a T9000 that commands devices, by its virtual channels: what is written for a
/// CommandSender, as a boot, runs on it.
///
///     Program boss(Process& self, ControlSockets& sockets, std::vector<BootedDevice> network) {
///       ControlByT9000 commands(self, sockets, 1 * millisecond);
///       co_await boot(commands, network);
///     }
///
/// Each label is a header of the T9000; ControlledDevice::port does not count. A handshake that
/// comes after its time-out is not that of the next command.
class ControlByT9000 final : public CommandSender {
 public:
  /// Of the program of `self`, and as long as that. `time_out` in ps.
  ControlByT9000(Process& self, ControlSockets& sockets, Time time_out)
      : self_(&self), sockets_(&sockets), time_out_(time_out) {}

  Time now() const override { return self_->now(); }
  /// Longer by up to a tick of the timer.
  Time time_out() const override { return time_out_; }
  /// Errors that control units have told of instead of a handshake.
  const std::vector<ControlAnswer>& told_errors() const { return told_; }

 private:
  std::coroutine_handle<> send(const ControlledDevice& device, const ControlRequest& request,
                               std::coroutine_handle<> program) override;
  std::optional<ControlAnswer> handshake() override;
  static Program exchange(ControlByT9000& own, Socket unit, ControlRequest request,
                          unsigned& unanswered);

  Process* self_;
  ControlSockets* sockets_;
  Time time_out_;
  Program exchange_;  // of the last command
  std::optional<ControlAnswer> handshake_;
  std::map<std::uint8_t, unsigned> unanswered_;  // commands, by label: handshakes come in order
  std::vector<ControlAnswer> told_;
};

/// Sends a command to a control unit and waits for its handshake. Of a `start` the value is the
/// label. An error that the unit tells instead stays in `answer`, and what it was asked for is
/// still to come: `next_answer` waits for it.
Program control(Process& self, Socket unit, ControlRequest request, ControlAnswer& answer);
/// Waits for what a control unit tells next.
Program next_answer(Process& self, Socket unit, ControlAnswer& answer);

}  // namespace weft
