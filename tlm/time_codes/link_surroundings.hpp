// What stands around a link end where tokens are not modelled: at `packet` and at `stream`.
#pragma once

#include <cstdint>

#include <systemc>

#include "hw/common/time.hpp"
#include "tlm/protocol/link_place.hpp"
#include "tlm/protocol/packet_protocol.hpp"
#include "tlm/time_codes/time_code_source.hpp"

namespace weft {

/// Calls of a transmitter and of a receiver over what is bound to their sockets.
void call_forward(PacketForward& receiver, PacketTransfer& packet, const tlm::tlm_phase& which);
void call_back(PacketBackward& transmitter, PacketTransfer&& told, const tlm::tlm_phase& which,
               Time delay = 0);
void send_time_code(PacketForward& receiver, std::uint8_t value);

/// The name of a link end, its sockets' calls, its time-codes. A `Port` has `start`,
/// `take_time_code` as TimeCodeLine has it, `out`, and two functions for what comes from its far
/// end: `take_forward` and `take_back`.
template <class Port>
class LinkSurroundings final : public PacketForward, public PacketBackward, public TimeCodeLine {
 public:
  LinkSurroundings(Port& port, const char* name)
      : place(name, [&port] { port.start(); }), port_(&port) {}

  /// The port that such surroundings belong to; null if `end` is anything else.
  template <class Interface>
  static Port* port_of(Interface* end) {
    const auto* found = dynamic_cast<LinkSurroundings*>(end);
    return found == nullptr ? nullptr : found->port_;
  }

  Time take_time_code(Time now) override { return port_->take_time_code(now); }
  void time_code_arrives(std::uint8_t value) override { send_time_code(*port_->out.far(), value); }

  LinkPlace place;

 private:
  tlm::tlm_sync_enum nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                     sc_core::sc_time& /*delay*/) override {
    port_->take_forward(packet, phase);
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_sync_enum nb_transport_bw(PacketTransfer& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    port_->take_back(told, phase, delay.value());
    return tlm::TLM_ACCEPTED;
  }

  Port* port_;
};

}  // namespace weft
