#include "tlm/hypercube/link_port.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

HypercubeLinkPort::HypercubeLinkPort(sc_core::sc_module_name name, HypercubeChipCore& core,
                                     unsigned port)
    : sc_module(name), core_(&core), port_(port) {
  out.bind(static_cast<HypercubeBackward&>(*this));
  in.bind(static_cast<HypercubeForward&>(*this));
}

void HypercubeLinkPort::request(HypercubeRequest request, Time) {
  if (out.size() == 0) return;
  HypercubePayload told;
  told.request = request;
  tlm::tlm_phase phase = hypercube_request;
  sc_core::sc_time delay;
  out->nb_transport_fw(told, phase, delay);
}

void HypercubeLinkPort::grant(unsigned next, Time) {
  HypercubePayload told;
  told.next = next;
  tlm::tlm_phase phase = hypercube_grant;
  sc_core::sc_time delay;
  in->nb_transport_bw(told, phase, delay);
}

void HypercubeLinkPort::send(const HypercubePacket& packet, Time begin) {
  HypercubePayload told;
  told.packet = packet;
  told.begin = begin;
  tlm::tlm_phase phase = hypercube_packet;
  sc_core::sc_time delay;
  out->nb_transport_fw(told, phase, delay);
}

tlm::tlm_sync_enum HypercubeLinkPort::nb_transport_fw(HypercubePayload& told, tlm::tlm_phase& phase,
                                                      sc_core::sc_time&) {
  if (phase == hypercube_request) {
    core_->requested(port_, told.request, kernel_time());
  } else if (phase == hypercube_packet) {
    core_->packet_begins(port_, told.packet, told.begin);
  }
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum HypercubeLinkPort::nb_transport_bw(HypercubePayload& told, tlm::tlm_phase&,
                                                      sc_core::sc_time&) {
  core_->granted(port_, told.next, kernel_time());
  return tlm::TLM_ACCEPTED;
}

}  // namespace weft
