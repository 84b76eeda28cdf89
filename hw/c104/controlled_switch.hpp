// A C104 as its registers and its control unit see it, whatever its links are.
#pragma once

#include <cstdint>
#include <functional>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// What the packet at the head of an input does.
enum class SwitchInputState : std::uint8_t {
  header,     ///< None, or its header is not yet in.
  waiting,    ///< For an output.
  connected,  ///< It crosses to one.
  dropping,
};

/// The packet at the head of an input, as a register tells of it.
struct SwitchInputHead {
  SwitchInputState state = SwitchInputState::header;
  std::uint32_t header = 0;  ///< While it is waiting or connected, as what follows.
  unsigned output = 0;       ///< That it is connected to.
  bool full = false;         ///< Connected, but the output buffer is full.
};

/// A link end of a switch, as a register tells of it.
struct SwitchLinkStatus {
  LinkState state = LinkState::error_reset;
  LinkError error = LinkError::none;  ///< The last since its start.
  unsigned credit = 0;                ///< Tokens; 0 where it carries packets.
};

/// A switch that can be configured in the run, and whose links can be started and stopped.
class ControlledSwitch {
 public:
  /// Its tables and what is configured.
  virtual const SwitchPolicy& policy() const = 0;
  /// The same for who is about to write to it: what is seen of a table or of the configuration
  /// before need not hold any more.
  virtual SwitchPolicy& policy_to_write() = 0;
  /// A register that holds a configuration was written. For who has a copy of it.
  virtual void register_written(std::uint32_t /*address*/, std::uint32_t /*value*/) {}
  /// It knows no other arbitration than `fifo`, and no priority of acknowledgements.
  virtual bool is_fifo_only() const { return false; }
  virtual const C104Counters& counters() const = 0;
  virtual SwitchInputHead input_head(unsigned port) const = 0;
  virtual SwitchLinkStatus link_status(unsigned port) const = 0;
  /// The error that has stopped a link before `now`; none for one that nothing has.
  virtual LinkError stopped_by(unsigned port, Time now) const = 0;

  /// The command of a register: starts a link that is silent, or was stopped by an error.
  virtual void start_link(unsigned port) = 0;
  /// It was started at `now` by its control unit.
  virtual void link_started(unsigned /*port*/, Time /*now*/) {}
  /// Stops a link until it is started again.
  virtual void halt_link(unsigned port, Time now) = 0;
  /// `action` is called when an error stops a link, and when it runs again.
  virtual void on_link_change(std::function<void(unsigned port, Time now)> action) = 0;

 protected:
  ~ControlledSwitch() = default;
};

}  // namespace weft
