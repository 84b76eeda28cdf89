#include "tlm/hypercube/link_port.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

HypercubeLinkPort::HypercubeLinkPort(const std::string& name, HypercubeChipCore& core,
                                     unsigned port)
    : HypercubeLinkEnd(name), core_(&core), port_(port) {}

void HypercubeLinkPort::find_far_ends() {
  if (connected()) receiver_ = far_of(out.get_interface());
  if (in.size() != 0) transmitter_ = far_of(in.get_base_port().get_interface());
}

HypercubeLinkPort::Far HypercubeLinkPort::far_of(sc_core::sc_interface* end) {
  const auto* port = dynamic_cast<HypercubeLinkPort*>(end);
  return port == nullptr ? Far{} : Far{port->core_, port->port_};
}

void HypercubeLinkPort::request(HypercubeRequest request, Time now) {
  if (receiver_.core != nullptr) return receiver_.core->requested(receiver_.port, request, now);
  if (!connected()) return;
  HypercubePayload told;
  told.request = request;
  tell_far(told, hypercube_request);
}

void HypercubeLinkPort::grant(unsigned next, Time now) {
  if (transmitter_.core != nullptr) return transmitter_.core->granted(transmitter_.port, next, now);
  HypercubePayload told;
  told.next = next;
  answer_far(told, hypercube_grant);
}

void HypercubeLinkPort::send(const HypercubePacket& packet, Time begin) {
  if (receiver_.core != nullptr) {
    receiver_.core->packet_begins(receiver_.port, packet, begin);
  } else {
    HypercubePayload told;
    told.packet = packet;
    told.begin = begin;
    tell_far(told, hypercube_packet);
  }
  reports.report(packet.source, packet.destination, begin, begin + core_->packet_time(),
                 hypercube_packet_bytes);
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
