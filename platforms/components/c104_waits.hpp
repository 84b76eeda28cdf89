// What stands at the ports of a C104 whose core is C++.
#pragma once

#include "hw/c104/c104_core.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/port_waits.hpp"

namespace weft {

/// The core must outlive it.
class C104Waits final : public PortWaits, public LaterEvents {
 public:
  explicit C104Waits(const C104Core& core) : core_(&core) {}

  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override;

 private:
  const C104Core* core_;
};

}  // namespace weft
