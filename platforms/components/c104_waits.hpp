// What stands at the ports of a C104.
#pragma once

#include "hw/c104/c104_core.hpp"
#include "platforms/elaboration/port_waits.hpp"

namespace weft {

/// The core must outlive it.
class C104Waits final : public PortWaits {
 public:
  explicit C104Waits(const C104Core& core) : core_(&core) {}

  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;

 private:
  const C104Core* core_;
};

}  // namespace weft
