#include "tlm/time_codes/link_surroundings.hpp"

namespace weft {

void call_forward(PacketForward& receiver, PacketTransfer& packet, const tlm::tlm_phase& which) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  receiver.nb_transport_fw(packet, phase, delay);
}

void call_back(PacketBackward& transmitter, PacketTransfer&& told, const tlm::tlm_phase& which,
               Time delay) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time until = sc_core::sc_time::from_value(delay);
  transmitter.nb_transport_bw(told, phase, until);
}

void send_time_code(PacketForward& receiver, std::uint8_t value) {
  PacketTransfer code;
  code.header = value;
  call_forward(receiver, code, time_code_in);
}

}  // namespace weft
