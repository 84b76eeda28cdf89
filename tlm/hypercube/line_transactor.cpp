#include "tlm/hypercube/line_transactor.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

HypercubeLineTransactor::HypercubeLineTransactor(sc_core::sc_module_name name, Time tick,
                                                 unsigned byte_ticks)
    : sc_module(name), tick_(tick), byte_time_(byte_ticks * tick), sending_(byte_time_) {
  from_calls.bind(static_cast<HypercubeForward&>(*this));
  to_calls.bind(static_cast<HypercubeBackward&>(*this));
  SC_METHOD(hear_forth);
  sensitive << lines.in;
  dont_initialize();
  SC_METHOD(hear_back);
  sensitive << lines.out_back;
  dont_initialize();
  SC_METHOD(take_byte);
  sensitive << byte_;
  dont_initialize();
  SC_METHOD(drive);
  sensitive << drive_;
  dont_initialize();
}

tlm::tlm_sync_enum HypercubeLineTransactor::nb_transport_fw(HypercubePayload& told,
                                                            tlm::tlm_phase& phase,
                                                            sc_core::sc_time&) {
  if (phase == hypercube_request) {
    asked_ = told.request;
  } else {
    sending_.send(told.packet, told.begin);
  }
  drive_in_the_middle();
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum HypercubeLineTransactor::nb_transport_bw(HypercubePayload& told, tlm::tlm_phase&,
                                                            sc_core::sc_time&) {
  granted_ = told.next;
  granted_at_ = kernel_time();
  drive_in_the_middle();
  return tlm::TLM_ACCEPTED;
}

// A chip that asks for more at the tick of a grant does not know of that yet.
void HypercubeLineTransactor::hear_forth() {
  const HypercubeForthLevels& levels = lines.in.read();
  const bool blind = granted_ && granted_at_ == kernel_time();
  if (levels.wanted != wanted_ && !blind) {
    wanted_ = levels.wanted;
    if (wanted_ != 0) {
      HypercubePayload told;
      told.request = {levels.wanted, levels.first};
      tlm::tlm_phase phase = hypercube_request;
      sc_core::sc_time delay;
      to_calls->nb_transport_fw(told, phase, delay);
    }
  }
  if (!levels.valid || receiving_) return;
  receiving_ = true;
  begin_ = kernel_time();
  taken_ = 0;
  byte_.notify(sc_core::sc_time::from_value(tick_ / 2));
}

// Each byte in the middle of its first tick. Behind the last one the next packet may begin.
void HypercubeLineTransactor::take_byte() {
  const HypercubeForthLevels& levels = lines.in.read();
  if (taken_ == hypercube_packet_bytes) {
    receiving_ = levels.valid;
    if (!receiving_) return;
    begin_ = kernel_time() - tick_ / 2;
    taken_ = 0;
  }
  bytes_[taken_++] = levels.data;
  byte_.notify(sc_core::sc_time::from_value(byte_time_));
  if (taken_ < hypercube_packet_bytes) return;
  HypercubePayload told;
  told.packet = packet_of(bytes_);
  told.begin = begin_;
  tlm::tlm_phase phase = hypercube_packet;
  sc_core::sc_time delay;
  to_calls->nb_transport_fw(told, phase, delay);
}

// What was asked for is granted.
void HypercubeLineTransactor::hear_back() {
  const HypercubeBackLevels& levels = lines.out_back.read();
  if (!levels.grant) return;
  asked_ = {};
  drive_in_the_middle();
  HypercubePayload told;
  told.next = levels.next;
  tlm::tlm_phase phase = hypercube_grant;
  sc_core::sc_time delay;
  from_calls->nb_transport_bw(told, phase, delay);
}

void HypercubeLineTransactor::drive() {
  const Time tick = kernel_time() - tick_ / 2;
  lines.out.write(forth_levels(tick));
  lines.in_back.write(back_levels(tick));
  if (granted_ || !sending_.empty()) drive_.notify(sc_core::sc_time::from_value(tick_));
}

HypercubeForthLevels HypercubeLineTransactor::forth_levels(Time tick) {
  HypercubeForthLevels levels;
  levels.wanted = static_cast<std::uint16_t>(asked_.wanted);
  levels.first = static_cast<std::uint8_t>(asked_.first);
  sending_.drive(levels, tick);
  return levels;
}

HypercubeBackLevels HypercubeLineTransactor::back_levels(Time tick) {
  if (granted_ && granted_at_ != tick) granted_.reset();
  if (!granted_) return {};
  return {true, static_cast<std::uint8_t>(*granted_)};
}

}  // namespace weft
