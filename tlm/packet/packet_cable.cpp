#include "tlm/packet/packet_cable.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

PacketCable::PacketCable(sc_core::sc_module_name name, Time delay, Time delay_back, Wheel& wheel)
    : sc_module(name),
      delay_(delay),
      delay_back_(delay_back),
      wheel_(&wheel),
      arrival_(WheelEntry::calling<&PacketCable::arrive>(this, Phase::select)),
      return_(WheelEntry::calling<&PacketCable::return_room>(this, Phase::select)) {
  in.bind(static_cast<PacketForward&>(*this));
  out.bind(static_cast<PacketBackward&>(*this));
}

// All times of a packet are those at which it is at the end that it is told to.
tlm::tlm_sync_enum PacketCable::nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  if (delay_ == 0) return out->nb_transport_fw(packet, phase, delay);
  Call call{kernel_time() + delay_, phase, packet};
  call.packet.begin += delay_;
  if (call.packet.end != never) call.packet.end += delay_;
  forth_.push(call);
  if (!arrival_.scheduled()) wheel_->schedule(arrival_, call.due);
  return tlm::TLM_ACCEPTED;
}

// The room that there is at the start is known at the start.
tlm::tlm_sync_enum PacketCable::nb_transport_bw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  const Time now = kernel_time();
  if (now == 0 || delay_back_ == 0) return in->nb_transport_bw(packet, phase, delay);
  back_.push({now + delay_back_, phase, packet});
  if (!return_.scheduled()) wheel_->schedule(return_, now + delay_back_);
  return tlm::TLM_ACCEPTED;
}

template <class Tell>
void PacketCable::tell_due(Ring<Call>& calls, WheelEntry& entry, Tell tell) {
  const Time now = wheel_->now();
  while (!calls.empty() && calls.front().due == now) {
    Call call = calls.take();
    sc_core::sc_time delay;
    tell(call, delay);
  }
  if (!calls.empty()) wheel_->schedule(entry, calls.front().due);
}

void PacketCable::arrive() {
  tell_due(forth_, arrival_, [this](Call& call, sc_core::sc_time& delay) {
    out->nb_transport_fw(call.packet, call.phase, delay);
  });
}

void PacketCable::return_room() {
  tell_due(back_, return_, [this](Call& call, sc_core::sc_time& delay) {
    in->nb_transport_bw(call.packet, call.phase, delay);
  });
}

}  // namespace weft
