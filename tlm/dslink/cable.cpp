#include "tlm/dslink/cable.hpp"

namespace weft::token {

Cable::Cable(sc_core::sc_module_name name, Time delay, Wheel& wheel)
    : sc_module(name),
      delay_(delay),
      wheel_(&wheel),
      arrival_(WheelEntry::calling<&Cable::arrive>(this, Phase::select)) {
  in.bind(static_cast<LinkForward&>(*this));
  out.bind(static_cast<LinkBackward&>(*this));
}

tlm::tlm_sync_enum Cable::nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time&) {
  Call call{sc_core::sc_time_stamp().value() + delay_, phase, payload};
  call.payload.begin += delay_;
  on_the_way_.push(call);
  if (!arrival_.scheduled()) wheel_->schedule(arrival_, call.due);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum Cable::nb_transport_bw(LinkPayload&, tlm::tlm_phase&, sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;
}

// What begins at a time is told before anything acts at it, as by a transmitter.
void Cable::arrive() {
  const Time now = wheel_->now();
  while (!on_the_way_.empty() && on_the_way_.front().due == now) {
    Call call = on_the_way_.take();
    sc_core::sc_time delay;
    out->nb_transport_fw(call.payload, call.phase, delay);
  }
  if (!on_the_way_.empty()) wheel_->schedule(arrival_, on_the_way_.front().due);
}

}  // namespace weft::token
