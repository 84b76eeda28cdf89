#include "tlm/hypercube/link_port.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

HypercubeLinkPort::HypercubeLinkPort(HypercubeChipCore& core, unsigned port)
    : HypercubeLinkEnd(port), core_(&core), port_(port) {}

void HypercubeLinkPort::find_far_end() {
  const auto* receiver = dynamic_cast<HypercubeLinkPort*>(out.far());
  const auto* transmitter = dynamic_cast<HypercubeLinkPort*>(in.far());
  if (receiver == nullptr || receiver != transmitter) return;
  core_->join(port_, *receiver->core_, receiver->port_);
  joined_ = true;
}

void HypercubeLinkPort::request(HypercubeRequest request, Time) {
  if (!connected()) return;
  HypercubePayload told;
  told.request = request;
  tell_far(told, hypercube_request);
}

void HypercubeLinkPort::grant(unsigned next, Time) {
  HypercubePayload told;
  told.next = next;
  answer_far(told, hypercube_grant);
}

void HypercubeLinkPort::send(const HypercubePacket& packet, Time begin) {
  if (!joined_) {
    HypercubePayload told;
    told.packet = packet;
    told.begin = begin;
    tell_far(told, hypercube_packet);
  }
  reports_.report(packet, begin, begin + core_->packet_time());
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
  const Time now = kernel_time();
  core_->granted(port_, told.next, now, now);
  return tlm::TLM_ACCEPTED;
}

}  // namespace weft
