#include "tlm/hypercube/message_port.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

void HypercubeMessagePort::head(const HypercubeWhole& message, Time begin) {
  HypercubePayload told;
  told.whole = &message;
  told.begin = begin;
  tell_connected(told, hypercube_head);
}

void HypercubeMessagePort::tail(const HypercubeTail& tail, Time) {
  HypercubePayload told;
  told.tail = tail;
  answer_far(told, hypercube_tail);
}

void HypercubeMessagePort::withdraw(Time begin, Time at) {
  HypercubePayload told;
  told.begin = begin;
  told.at = at;
  tell_connected(told, hypercube_withdraw);
}

void HypercubeMessagePort::acknowledge(Time begin, Time at) {
  HypercubePayload told;
  told.begin = begin;
  told.at = at;
  answer_far(told, hypercube_acknowledge);
}

void HypercubeMessagePort::ask(HypercubeAge first, Time) {
  HypercubePayload told;
  told.age = first;
  tell_connected(told, hypercube_ask);
}

void HypercubeMessagePort::grant(Time begin, Time) {
  HypercubePayload told;
  told.begin = begin;
  answer_far(told, hypercube_use);
}

void HypercubeMessagePort::release(Time free, Time) {
  HypercubePayload told;
  told.at = free;
  tell_connected(told, hypercube_release);
}

void HypercubeMessagePort::begins(const HypercubeWhole& message, Time begin) {
  reports_.report_begin(message.source, message.destination, begin);
}

void HypercubeMessagePort::ends(const HypercubeWhole& message, Time begin, Time end,
                                std::uint64_t bytes) {
  reports_.report_end(message.source, message.destination, begin, end, bytes);
}

tlm::tlm_sync_enum HypercubeMessagePort::nb_transport_fw(HypercubePayload& told,
                                                         tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == hypercube_head) {
    core_->head_begins(port_, *told.whole, told.begin);
  } else if (phase == hypercube_withdraw) {
    core_->withdrawn(port_, told.begin, told.at);
  } else if (phase == hypercube_ask) {
    core_->far_asks(port_, told.age, kernel_time());
  } else if (phase == hypercube_release) {
    core_->released(port_, told.at, kernel_time());
  }
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum HypercubeMessagePort::nb_transport_bw(HypercubePayload& told,
                                                         tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == hypercube_tail) {
    core_->tail_leaves(port_, told.tail, kernel_time());
  } else if (phase == hypercube_acknowledge) {
    core_->acknowledged(port_, told.begin, told.at);
  } else if (phase == hypercube_use) {
    core_->granted(port_, told.begin, kernel_time());
  }
  return tlm::TLM_ACCEPTED;
}

}  // namespace weft
