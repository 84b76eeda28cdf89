#include "tlm/protocol/link_transactor.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

using sc_core::sc_time;

namespace {

// As DsLink has it: the delta cycle of a time in which all its edges have been seen.
constexpr unsigned settled_delta = 3;

}  // namespace

LinkTransactor::LinkTransactor(sc_core::sc_module_name name, const DsLinkParameters& parameters)
    : sc_module(name), parameters_(parameters) {
  in.bind(static_cast<LinkForward&>(*this));
  out.bind(static_cast<LinkBackward&>(*this));
  SC_METHOD(transmit_bit);
  sensitive << transmit_due_;
  dont_initialize();
  SC_METHOD(receive_bit);
  sensitive << d_in << s_in;
  dont_initialize();
  SC_METHOD(check_disconnect);
  sensitive << disconnect_due_;
  dont_initialize();
  SC_METHOD(settle);
  sensitive << settle_due_;
  dont_initialize();
}

// --- TLM to wires

tlm::tlm_sync_enum LinkTransactor::nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                                   sc_time&) {
  if (phase == token_begin || phase == idle_begin) {
    next_ = payload;
    inverted_bit_ = payload.inverted_bit;  // all bits before have begun
    if (!driving_) {
      driving_ = true;
      driver_.reset();
      transmit_due_.notify(sc_core::SC_ZERO_TIME);
    }
  } else if (phase == idle_error) {
    inverted_bit_ = payload.inverted_bit;
  } else if (phase == link_stop) {
    driving_ = false;
    stopped_at_ = kernel_time();
  }
  return tlm::TLM_ACCEPTED;
}

// Each bit waits for the second delta cycle of its time: the wheel has then told what begins.
void LinkTransactor::transmit_bit() {
  second_delta_ = !second_delta_;
  if (second_delta_) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  const Time now = kernel_time();
  if (!driving_ && now > stopped_at_) {
    const Time next =
        driver_.rest(now, rest_after_stop(stopped_at_, parameters_), parameters_.startup_bit_time);
    if (next != never) next_trigger(sc_time::from_value(next - now));
    return;
  }
  if (driver_.at_boundary()) {
    bit_ = 0;
    driver_.load(next_.token);
    if (next_.first && tag_out.size() != 0) tag_out->write(next_.tag);
  }
  const bool invert = inverted_bit_ == static_cast<int>(bit_++);
  if (invert) inverted_bit_ = -1;
  driver_.drive(invert);
  next_trigger(sc_time::from_value(next_.bit_time));
}

// --- wires to TLM

tlm::tlm_sync_enum LinkTransactor::nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                                   sc_time&) {
  if (phase == timer_due) {
    settle_due_.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_UPDATED;
  }
  if (phase == receiver_on) {
    listening_ = true;
    listening_since_ = payload.begin;
    receiver_.reset();
    disconnect_armed_ = false;
    disconnect_due_.cancel();
  }
  return tlm::TLM_ACCEPTED;
}

void LinkTransactor::receive_bit() {
  const Time now = kernel_time();
  if (now >= parameters_.cut_arrives()) return;
  if (!receiver_.edge(d_in.read(), s_in.read(), now)) return;
  if (!listening_ || now <= listening_since_) return;
  if (!disconnect_armed_) {
    disconnect_armed_ = true;
    disconnect_due_.notify(sc_time::from_value(parameters_.disconnect_timeout));
  }
  LinkPayload payload;
  payload.begin = now;
  switch (receiver_.take(d_in.read())) {
    case BitEvent::none: return;
    case BitEvent::token:
      payload.token = receiver_.token();
      if (receiver_.first() && tag_in.size() != 0) payload.tag = tag_in->read();
      return report(token_in, payload);
    case BitEvent::parity_error: payload.error = LinkError::parity; break;
    case BitEvent::escape_error: payload.error = LinkError::escape; break;
  }
  listening_ = false;
  report(line_error, payload);
}

void LinkTransactor::check_disconnect() {
  if (disconnect_delta_ < settled_delta) {
    ++disconnect_delta_;
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
  disconnect_delta_ = 0;
  if (!disconnect_armed_ || !listening_) return;
  const Time now = kernel_time();
  const Time due = receiver_.last_edge() + parameters_.disconnect_timeout;
  if (now < due) {
    disconnect_due_.notify(sc_time::from_value(due - now));
    return;
  }
  listening_ = false;
  LinkPayload payload;
  payload.begin = now;
  payload.error = LinkError::disconnect;
  report(line_error, payload);
}

// Disconnects that are due at the same time have been told in the delta cycle before.
void LinkTransactor::settle() {
  if (settle_delta_ <= settled_delta) {
    ++settle_delta_;
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
  settle_delta_ = 0;
  LinkPayload payload;
  payload.begin = kernel_time();
  report(settled, payload);
}

void LinkTransactor::report(const tlm::tlm_phase& which, const LinkPayload& payload) {
  tlm::tlm_phase phase = which;
  sc_time delay;
  LinkPayload argument = payload;
  out->nb_transport_fw(argument, phase, delay);
}

}  // namespace weft
