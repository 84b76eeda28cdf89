// A cable that takes time, at `packet` level: one direction of a link.
#pragma once

#include <systemc>

#include "hw/common/ring.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/packet_protocol.hpp"

namespace weft {

/// One direction: packets go through it in `delay`, and what the receiver tells of its room comes
/// back in `delay_back`.
class PacketCable : public sc_core::sc_module, private PacketForward, private PacketBackward {
 public:
  PacketTargetSocket in{"in"};
  PacketInitiatorSocket out{"out"};

  /// Times in ps.
  PacketCable(sc_core::sc_module_name name, Time delay, Time delay_back, Wheel& wheel);

 private:
  struct Call {
    Time due = 0;
    tlm::tlm_phase phase;
    PacketTransfer packet;
  };

  tlm::tlm_sync_enum nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void arrive();
  void return_room();
  /// Takes what is due off one of its rings, and has `entry` called for what is not.
  template <class Tell>
  void tell_due(Ring<Call>& calls, WheelEntry& entry, Tell tell);

  Time delay_;
  Time delay_back_;
  Wheel* wheel_;
  WheelEntry arrival_;
  WheelEntry return_;
  Ring<Call> forth_;
  Ring<Call> back_;
};

}  // namespace weft
