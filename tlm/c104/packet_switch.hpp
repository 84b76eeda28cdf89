// What the C104s have in common whose links carry packets.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <systemc>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/port_waits.hpp"
#include "hw/common/time.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/link_place.hpp"

namespace weft {

/// A C104 at `packet` or `stream`: the module around its `Crossbar`, whose link ends no error
/// stops.
template <class Crossbar>
class PacketSwitch : public sc_core::sc_module,
                     public StartsItsLinks,
                     public ControlledSwitch,
                     public PortWaits,
                     public LaterEvents {
 public:
  ObservedSwitch& observed() { return crossbar_->policy(); }
  LosesPackets& losing() { return crossbar_->policy(); }
  /// A port that is connected (C104LinkParameters).
  auto& link(unsigned port) { return crossbar_->port(port)->link; }
  /// Its links do not start with the run, but by their command registers; before the run. Not those
  /// whose far end counts frames.
  void hold_links() { crossbar_->hold_links(); }

  // --- ControlledSwitch
  const SwitchPolicy& policy() const override { return std::as_const(*crossbar_).policy(); }
  SwitchPolicy& policy_to_write() override { return crossbar_->policy(); }
  const C104Counters& counters() const override { return policy().counters(); }
  void start_link(unsigned port) override { crossbar_->start_link(port); }
  void halt_link(unsigned port, Time) override { crossbar_->halt_link(port); }
  LinkError stopped_by(unsigned, Time) const override { return LinkError::none; }
  void on_link_change(std::function<void(unsigned, Time)>) override {}

 protected:
  /// Of the crossbar, in the bank of the wheel; its links have their names within the module.
  template <class... Arguments>
  PacketSwitch(sc_core::sc_module_name name, Wheel& wheel, const Arguments&... arguments)
      : sc_module(name), crossbar_(wheel.bank().make<Crossbar>(arguments..., wheel)) {}

  static constexpr unsigned no_port = SwitchPolicy::no_output;

  Bank::Owned<Crossbar> crossbar_;

 private:
  void start_of_simulation() override { crossbar_->start(); }
};

}  // namespace weft
