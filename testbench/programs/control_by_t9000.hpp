// A T9000 as the head of control links: what its programs say to control units.
#pragma once

#include <cstdint>
#include <deque>

#include "hw/c104/control_message.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/connection.hpp"
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

  /// Opens the virtual channel to the unit that has, or is to get, this label; before the run, and
  /// once for each. Throws std::out_of_range unless it is a header of the T9000.
  Socket open(std::uint8_t label);

 private:
  T9000Core* core_;
  std::deque<Connection> connections_;
};

/// Sends a command to a control unit and waits for its handshake. Of a `start` the value is the
/// label. An error that the unit tells instead stays in `answer`, and what it was asked for is
/// still to come: `next_answer` waits for it.
Program control(Process& self, Socket unit, ControlRequest request, ControlAnswer& answer);
/// Waits for what a control unit tells next.
Program next_answer(Process& self, Socket unit, ControlAnswer& answer);

}  // namespace weft
