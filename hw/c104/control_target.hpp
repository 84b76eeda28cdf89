// What a control unit works on, whatever the device is.
#pragma once

#include <functional>

#include "hw/c104/control_message.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// A device behind control links: a switch (SwitchTarget) or a processor.
class ControlTarget {
 public:
  virtual ~ControlTarget() = default;

  /// It begins as after a `reset`; before the run. `link_changed` is called when an error stops one
  /// of its links, and when that runs again.
  virtual void take_over(std::function<void(unsigned link, Time now)> link_changed) = 0;
  /// The command counts at the edge at which it is carried out; others half a clock later, so that
  /// they do not meet what is decided at one.
  virtual bool counts_at_once(const ControlRequest& request) const = 0;
  /// All commands but `start` and `recover`, which are the control unit's.
  virtual ControlAnswer carry_out(const ControlRequest& request, Time now) = 0;
  /// The error that has stopped a link before `now`; none for one that nothing has.
  virtual LinkError stopped_by(unsigned link, Time now) const = 0;
};

/// The handshake of a command that has ended so.
inline ControlAnswer handshake(const ControlRequest& request, ControlStatus status) {
  ControlAnswer answer;
  answer.command = request.command;
  answer.status = status;
  return answer;
}

}  // namespace weft
