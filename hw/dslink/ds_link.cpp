#include "hw/dslink/ds_link.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

using sc_core::sc_time;

namespace {

// Timers act in the fourth delta cycle of their time: after every transmitter has begun the token
// of that time (a transactor in the second) and every receiver has seen its edge, whatever the
// kernel's order of processes.
constexpr unsigned timer_delta = 3;

}  // namespace

DsLink::DsLink(sc_core::sc_module_name name, const DsLinkParameters& parameters,
               unsigned input_buffer, LinkClient& client, unsigned port, std::uint64_t seed)
    : sc_module(name),
      core_(parameters, input_buffer, client, port, *this),
      errors_(parameters, seed, port) {
  SC_METHOD(transmit_bit);
  sensitive << transmit_due_;
  dont_initialize();
  SC_METHOD(receive_bit);
  sensitive << d_in << s_in;
  dont_initialize();
  SC_METHOD(run_timers);
  sensitive << timer_due_;
  dont_initialize();
  SC_METHOD(check_disconnect);
  sensitive << disconnect_due_;
  dont_initialize();
}

void DsLink::before_end_of_elaboration() {
  if (d_in.bind_count() != 0) return;
  tie_off_ = std::make_unique<TieOff>();
  d_in.bind(tie_off_->d_in);
  s_in.bind(tie_off_->s_in);
  d_out.bind(tie_off_->d_out);
  s_out.bind(tie_off_->s_out);
}

void DsLink::start_of_simulation() {
  if (!silent_) restart();
}

void DsLink::restart() {
  if (tie_off_ != nullptr || core_.parameters().cut_at == 0) return;
  core_.start(kernel_time());
  arm_timer();
}

void DsLink::start(Time now) {
  driver_.reset();
  errors_.skip_to(now);
  transmitting_ = true;
  idle_ = false;
  transmit_due_.notify(sc_core::SC_ZERO_TIME);
}

void DsLink::listen(Time) { receiver_.reset(); }

void DsLink::stop(Time now) {
  disconnect_armed_ = false;
  disconnect_due_.cancel();
  if (!transmitting_) return;
  transmitting_ = false;
  stopped_at_ = now;
}

void DsLink::transmit_bit() {
  const Time now = kernel_time();
  if (!transmitting_ && now > stopped_at_) {
    const DsLinkParameters& parameters = core_.parameters();
    const Time next =
        driver_.rest(now, rest_after_stop(stopped_at_, parameters), parameters.startup_bit_time);
    if (next != never) next_trigger(sc_time::from_value(next - now));
    return;
  }
  if (driver_.at_boundary()) begin_token(now);
  const bool invert = errors_.next() <= now;
  if (invert) errors_.struck(now);
  driver_.drive(invert);
  next_trigger(sc_time::from_value(bit_time_));
}

void DsLink::begin_token(Time now) {
  PacketTag tag = tag_;
  const Token token = core_.select(now, tag);
  bit_time_ = core_.bit_time();
  driver_.load(token);
  const bool in_packet = needs_credit(token);
  if (in_packet && tag != tag_) {
    tag_ = tag;
    if (tag_out.size() != 0) tag_out->write(tag_);
  }
  const bool was_idle = idle_;
  idle_ = token.kind == TokenKind::null;
  if (idle_ && was_idle) return;
  if (!tokens.bound()) return;
  tokens.write({now, now + bit_count(token) * bit_time_, token, in_packet ? tag_ : PacketTag{}});
}

void DsLink::receive_bit() {
  const Time now = kernel_time();
  if (now >= core_.parameters().cut_arrives()) return;
  if (!receiver_.edge(d_in.read(), s_in.read(), now) || !core_.receiving(now)) return;
  if (!disconnect_armed_) {
    disconnect_armed_ = true;
    disconnect_due_.notify(sc_time::from_value(core_.parameters().disconnect_timeout));
  }
  switch (receiver_.take(d_in.read())) {
    case BitEvent::none: return;
    case BitEvent::token: {
      const bool tagged = receiver_.first() && tag_in.size() != 0;
      core_.received(receiver_.token(), tagged ? tag_in->read() : PacketTag{}, now);
      break;
    }
    case BitEvent::parity_error: core_.failed(LinkError::parity, now); break;
    case BitEvent::escape_error: core_.failed(LinkError::escape, now); break;
  }
  arm_timer();
}

void DsLink::run_timers() {
  if (timer_delta_ == 0 && core_.deadline_ends_silence()) {
    // a restart by command may have come at the time of an automatic one
    if (kernel_time() >= core_.deadline()) core_.timeout(kernel_time());
    return arm_timer();
  }
  if (timer_delta_ < timer_delta) {
    ++timer_delta_;
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
  timer_delta_ = 0;
  serve_timers();
}

void DsLink::serve_timers() {
  const Time now = kernel_time();
  if (disconnect_armed_ && now >= receiver_.last_edge() + core_.parameters().disconnect_timeout) {
    core_.failed(LinkError::disconnect, now);
  }
  if (now >= core_.deadline()) core_.timeout(now);
  arm_timer();
}

void DsLink::arm_timer() {
  timer_due_.cancel();
  if (core_.deadline() != never) {
    timer_due_.notify(sc_time::from_value(core_.deadline() - kernel_time()));
  }
}

void DsLink::check_disconnect() {
  if (disconnect_delta_ < timer_delta) {
    ++disconnect_delta_;
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
  disconnect_delta_ = 0;
  if (!disconnect_armed_) return;
  const Time now = kernel_time();
  const Time due = receiver_.last_edge() + core_.parameters().disconnect_timeout;
  if (now < due) return disconnect_due_.notify(sc_time::from_value(due - now));
  serve_timers();
}

void DsLink::changed(LinkState state, LinkError error, Time now) {
  if (states.bound()) states.write({now, state, error});
}

}  // namespace weft
