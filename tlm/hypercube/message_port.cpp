#include "tlm/hypercube/message_port.hpp"

namespace weft {

void HypercubeMessagePort::head(const HypercubeWhole& message, Time begin) {
  if (!connected()) return;
  HypercubePayload told;
  told.whole = &message;
  told.begin = begin;
  tell_far(told, hypercube_head);
}

void HypercubeMessagePort::tail(Time tail) {
  HypercubePayload told;
  told.tail = tail;
  answer_far(told, hypercube_tail);
}

void HypercubeMessagePort::carries(const HypercubeWhole& message, Time begin, Time end) {
  report(message.source, message.destination, begin, end, message.link_bytes());
}

tlm::tlm_sync_enum HypercubeMessagePort::nb_transport_fw(HypercubePayload& told, tlm::tlm_phase&,
                                                         sc_core::sc_time&) {
  core_->head_begins(port_, *told.whole, told.begin);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum HypercubeMessagePort::nb_transport_bw(HypercubePayload& told, tlm::tlm_phase&,
                                                         sc_core::sc_time&) {
  core_->tail_leaves(port_, told.tail);
  return tlm::TLM_ACCEPTED;
}

}  // namespace weft
