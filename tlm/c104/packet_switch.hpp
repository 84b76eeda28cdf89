// What the C104s have in common whose links carry packets.
#pragma once

#include <cstdint>
#include <functional>

#include <systemc>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/port_waits.hpp"
#include "hw/common/time.hpp"
#include "tlm/protocol/link_place.hpp"

namespace weft {

/// A C104 at `packet` or `stream`: tables, counters and the observer's side of a switch that no
/// error stops a link of.
class PacketSwitch : public sc_core::sc_module,
                     public StartsItsLinks,
                     public ControlledSwitch,
                     public PortWaits,
                     public LaterEvents {
 public:
  ObservedSwitch& observed() { return policy_; }
  LosesPackets& losing() { return policy_; }

  // --- ControlledSwitch
  SwitchPolicy& policy() override { return policy_; }
  const C104Counters& counters() const override { return policy_.counters(); }
  LinkError stopped_by(unsigned, Time) const override { return LinkError::none; }
  void on_link_change(std::function<void(unsigned, Time)>) override {}

 protected:
  PacketSwitch(sc_core::sc_module_name name, const C104Parameters& parameters, std::uint64_t seed)
      : sc_module(name), policy_(parameters, seed) {}

  static constexpr unsigned no_port = SwitchPolicy::no_output;

  SwitchPolicy policy_;
};

}  // namespace weft
