#include "tlm/dslink/ds_link.hpp"

#include <algorithm>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/bit_codec.hpp"

namespace weft::token {

namespace {

constexpr unsigned null_bits = bit_count(null_token);

/// The control flag of the token after this one comes on S, as its parity bit is the same.
bool next_flag_on_strobe(Token token) {
  if (ends_packet(token)) return true;
  const bool has_value = token.kind == TokenKind::data || token.kind == TokenKind::time_code;
  return has_value && __builtin_parity(token.value) != 0;
}
/// The last bit of a token on the wire.
bool last_bit(Token token) {
  BitEncoder encoder;
  const TokenBits bits = encoder.encode(token);
  return bits[bits.count - 1];
}

}  // namespace

DsLink::DsLink(sc_core::sc_module_name name, const DsLinkParameters& parameters,
               unsigned input_buffer, LinkClient& client, unsigned port, std::uint64_t seed,
               Wheel& wheel)
    : sc_module(name),
      select_(WheelEntry::calling<&DsLink::begin_token>(this, Phase::select)),
      wheel_(&wheel),
      core_(parameters, input_buffer, client, port, *this),
      verify_(WheelEntry::calling<&DsLink::verified>(this, Phase::act)),
      errors_(parameters, seed, port),
      strike_(WheelEntry::calling<&DsLink::strike_idle>(this, Phase::select)),
      rest_(WheelEntry::calling<&DsLink::lower_line>(this, Phase::select)),
      cut_(WheelEntry::calling<&DsLink::cut_cable>(this, Phase::select)),
      error_(WheelEntry::calling<&DsLink::found_error>(this, Phase::act)),
      disconnect_(WheelEntry::calling<&DsLink::lost_connection>(this, Phase::act)),
      silence_(WheelEntry::calling<&DsLink::silence_ends>(this, Phase::select)),
      timer_(WheelEntry::calling<&DsLink::timeout>(this, Phase::act)) {
  out.bind(static_cast<LinkBackward&>(*this));
  in.bind(static_cast<LinkForward&>(*this));
}

// Scheduled before all else, so that at its time it comes before what begins then.
void DsLink::start_of_simulation() {
  const Time cut = core_.parameters().cut_at;
  if (cut != 0 && cut != never) wheel_->schedule(cut_, cut);
  if (!silent_) restart();
}

// A link that leads nowhere, or whose cable was never whole, stays silent.
void DsLink::restart() {
  if (out.size() == 0 || core_.parameters().cut_at == 0) return;
  core_.start(kernel_time());
  arm_timer();
}

// --- transmitter

void DsLink::start(Time now) {
  errors_.skip_to(now);
  token_ = fct_token;  // as after a reset: no payload before the first token
  transmitting_ = true;
  idle_ = false;
  packet_begins_ = true;
  told_null_ = false;
  begin(now);
}

void DsLink::begin_token() { begin(now()); }

void DsLink::begin(Time now) {
  if (strike_.scheduled()) wheel_->cancel(strike_);
  const Token token = core_.select(now, message_.tag);
  if (token.kind == TokenKind::null && core_.may_idle()) return begin_idle(now);
  const unsigned bits = bit_count(token);
  idle_ = false;
  message_.first = packet_begins_ && token.kind == TokenKind::data;
  if (needs_credit(token)) packet_begins_ = ends_packet(token);
  put_on_wire(token, now);
  message_.inverted_bit = errors_.next() == never ? -1 : inverted_bit(bits);
  const Time end = now + bits * bit_time_;
  wheel_->schedule(select_, end);
  call(token_begin, message_);
  if (tokens.bound()) report(end);
}

void DsLink::begin_idle(Time now) {
  const bool was_idle = idle_;
  idle_ = true;
  message_.first = false;
  put_on_wire(null_token, now);
  message_.inverted_bit = -1;
  if (!was_idle) {
    call(idle_begin, message_);
    if (tokens.bound()) report(now + null_bits * bit_time_);
  }
  schedule_strike();
  // what a NUL was sent in place of has been there before
  if (const Time stamp = core_.next_offer(); stamp != never) wake(std::max(stamp, now));
}

void DsLink::put_on_wire(Token token, Time now) {
  previous_ = token_;
  message_.token = token_ = token;
  message_.begin = begin_ = now;
  message_.bit_time = bit_time_ = core_.bit_time();
}

// Of successive NULs only the first is told.
void DsLink::report(Time end) {
  const bool was_null = told_null_;
  told_null_ = token_.kind == TokenKind::null;
  if (was_null && told_null_) return;
  const bool in_packet = needs_credit(token_);
  tokens.write({begin_, end, token_, in_packet ? message_.tag : PacketTag{}});
}

void DsLink::call(const tlm::tlm_phase& which, LinkPayload& message) {
  if (now() >= core_.parameters().cut_at) return;
  pass_on(which, message);
}

void DsLink::call(const tlm::tlm_phase& which, Time edge, bool on_strobe) {
  LinkPayload message;
  message.begin = edge;
  message.on_strobe = on_strobe;
  call(which, message);
}

void DsLink::pass_on(const tlm::tlm_phase& which, LinkPayload& message) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  out->nb_transport_fw(message, phase, delay);
}

void DsLink::wake(Time stamp) {
  if (!idle_ || !transmitting_) return;
  const Time period = null_bits * bit_time_;
  const Time boundary = begin_ + ((stamp - begin_) / period + 1) * period;
  if (boundary < select_.time()) wheel_->schedule(select_, boundary);
}

void DsLink::stop(Time now) {
  wheel_->cancel(verify_);
  wheel_->cancel(error_);
  wheel_->cancel(disconnect_);
  hunting_ = true;
  in_transit_ = false;
  if (!transmitting_) return;
  transmitting_ = false;
  wheel_->cancel(select_);
  wheel_->cancel(strike_);
  call(link_stop, last_bit_until(now), rest_lines(now));
}

// Finds the levels at which the lines were left; each falls with an edge of its own. True if the
// last edge was on S.
bool DsLink::rest_lines(Time stopped) {
  const Time bit = (stopped - begin_) / bit_time_;
  BitEncoder encoder;
  if (bit < null_bits) encoder.encode(previous_);
  const TokenBits bits = encoder.encode(token_);
  const bool inverted = struck_ == last_bit_until(stopped);
  data_high_ = bits[static_cast<unsigned>(bit % bits.count)] != inverted;
  strobe_high_ = data_high_ != (bit % 2 == 0);  // D and S differ after an odd number of bits
  const Time falls = rest_after_stop(stopped, core_.parameters());
  if (strobe_high_) {
    wheel_->schedule(rest_, falls);
  } else if (data_high_) {
    wheel_->schedule(rest_, falls + core_.parameters().startup_bit_time);
  }
  return last_on_strobe(bit);
}

// Bit number `bit` of the token, or of the NULs, is the same as the one before it.
bool DsLink::last_on_strobe(Time bit) const {
  BitEncoder encoder;
  if (bit < null_bits) encoder.encode(previous_);
  const TokenBits bits = encoder.encode(token_);
  const auto here = static_cast<unsigned>(bit % bits.count);
  bool same =
      here != 0 ? bits[here] == bits[here - 1] : bits[0] == last_bit(bit == 0 ? previous_ : token_);
  for (const Time one : {bit, bit - 1}) {
    if (struck_ == begin_ + one * bit_time_) same = !same;
  }
  return same;
}

void DsLink::lower_line() {
  call(line_low, now(), strobe_high_);
  if (strobe_high_ && data_high_) {
    wheel_->schedule(rest_, now() + core_.parameters().startup_bit_time);
  }
  (strobe_high_ ? strobe_high_ : data_high_) = false;
}

// What began before now was the last that arrives; this end cannot tell, and goes on.
void DsLink::cut_cable() {
  if (!transmitting_) return;
  LinkPayload message;
  message.begin = last_bit_until(now() - 1);
  message.on_strobe = last_on_strobe((message.begin - begin_) / bit_time_);
  pass_on(link_stop, message);
}

// --- injected errors

// Begin of the last bit that began at `time` or before it.
Time DsLink::last_bit_until(Time time) const {
  return begin_ + (time - begin_) / bit_time_ * bit_time_;
}

// The bit of the token that begins now which an error inverts, or -1.
int DsLink::inverted_bit(unsigned bits) {
  const Time error = errors_.next();
  if (error > begin_ + (bits - 1) * bit_time_) return -1;
  Time bit = 0;
  if (error > begin_) {
    bit = (error - begin_ + bit_time_ - 1) / bit_time_;
  }
  struck_ = begin_ + bit * bit_time_;
  errors_.struck(struck_);
  return static_cast<int>(bit);
}

void DsLink::schedule_strike() {
  const Time error = errors_.next();
  if (error == never) return;
  Time at = begin_;
  if (error > at) at = last_bit_until(error + bit_time_ - 1);
  wheel_->schedule(strike_, at);
}

void DsLink::strike_idle() {
  if (select_.time() == now()) return;  // a token may begin with this bit: it takes the error
  const auto bit = (now() - begin_) / bit_time_ % null_bits;
  struck_ = now();
  errors_.struck(struck_);
  LinkPayload message;
  message.inverted_bit = static_cast<int>(bit);
  message.begin = now() - bit * bit_time_;
  message.bit_time = bit_time_;
  call(idle_error, message);
  schedule_strike();
}

// --- sockets

tlm::tlm_sync_enum DsLink::nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time&) {
  if (phase == token_begin) {
    token_begins(payload);
  } else if (phase == idle_begin) {
    idle_begins(payload);
  } else if (phase == idle_error) {
    idle_broken(payload);
  } else if (phase == link_stop) {
    far_end_stopped(payload.begin + skew_of(payload.on_strobe));
  } else if (phase == line_low) {
    edge_seen(payload.begin + skew_of(payload.on_strobe));
  } else if (phase == settled) {
    serve_timer(payload.begin);
  } else if (phase == token_in) {
    if (core_.receiving(payload.begin)) core_.received(payload.token, payload.tag, payload.begin);
    arm_timer();
  } else if (phase == line_error) {
    if (core_.receiving(payload.begin)) core_.failed(payload.error, payload.begin);
    arm_timer();
  }
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum DsLink::nb_transport_bw(LinkPayload&, tlm::tlm_phase&, sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;  // another TLM end finds its tokens without being told
}

// --- receiver

void DsLink::listen(Time now) {
  hunting_ = true;
  LinkPayload payload;
  payload.begin = now;
  tlm::tlm_phase phase = receiver_on;
  sc_core::sc_time delay;
  in->nb_transport_bw(payload, phase, delay);
}

void DsLink::token_begins(const LinkPayload& payload) {
  const bool flag_inverted = payload.inverted_bit == 0 || payload.inverted_bit == 1;
  const bool on_strobe = (in_transit_ && next_flag_on_strobe(transit_)) != flag_inverted;
  const Time flag = payload.begin + payload.bit_time + skew_of(on_strobe);
  transit_ends(flag);
  transit_ = payload.token;
  if (payload.first) tag_in_ = payload.tag;
  transit_flag_ = flag;
  in_transit_ = true;
  transit_broken_ = false;
  if (payload.inverted_bit >= 0) break_transit(payload);
  if (transit_.kind == TokenKind::time_code && !core_.parameters().time_codes() && !hunting_) {
    schedule_error(payload.begin + 5 * payload.bit_time, LinkError::escape);
  }
}

// An idle stretch is one NUL for the receiver, but for the one that it hunts for.
void DsLink::idle_begins(const LinkPayload& payload) {
  token_begins(payload);
  if (!hunting_ || !core_.receiving(transit_flag_)) return;
  held_ = null_token;
  wheel_->schedule(verify_, payload.begin + (1 + null_bits) * payload.bit_time);
}

// The flag of the token that begins will tell whether the token before it was right.
void DsLink::transit_ends(Time flag) {
  if (!in_transit_) return;
  if (hunting_) {
    const bool found =
        transit_.kind == TokenKind::null && !transit_broken_ && core_.receiving(transit_flag_);
    if (!found) return;
    hunting_ = false;
  }
  if (transit_broken_) return schedule_error(flag);
  if (transit_.kind == TokenKind::null && core_.state() == LinkState::run) return;  // no news
  held_ = transit_;
  wheel_->schedule(verify_, flag);
}

// Parity covers the payload of a token and the flag of the next: an inverted parity bit or flag is
// found at the flag, an inverted payload bit at the next flag. A NUL is two tokens, a time-code
// too.
void DsLink::break_transit(const LinkPayload& payload) {
  const auto bit = static_cast<unsigned>(payload.inverted_bit);
  if (hunting_) {
    transit_broken_ = bit != 0;
  } else if (bit < 2) {
    schedule_error(transit_flag_);
  } else if ((transit_.kind == TokenKind::null || transit_.kind == TokenKind::time_code) &&
             bit < 6) {
    schedule_error(payload.begin + 5 * payload.bit_time + skew_of(bit >= 4));
  } else {
    transit_broken_ = true;
  }
}

void DsLink::idle_broken(const LinkPayload& payload) {
  const auto bit = static_cast<unsigned>(payload.inverted_bit);
  const Time null_time = null_bits * payload.bit_time;
  const Time flag = payload.begin + payload.bit_time;
  if (hunting_ && verify_.time() != flag) {
    if (bit != 0 && verify_.scheduled()) wheel_->schedule(verify_, verify_.time() + null_time);
  } else if (bit < 2) {
    // the first NUL comes after any token, the others after a NUL
    const bool right_on_strobe = flag < transit_flag_ && transit_flag_ < flag + null_time;
    schedule_error(flag + skew_of(!right_on_strobe));
  } else if (bit < 6) {
    schedule_error(flag + null_time / 2 + skew_of(bit >= 4));
  } else {
    schedule_error(flag + null_time);
  }
}

// What would be verified with or after the wrong flag never is.
void DsLink::schedule_error(Time at, LinkError error) {
  if (verify_.scheduled() && verify_.time() >= at) wheel_->cancel(verify_);
  if (at >= error_.time()) return;
  wheel_->schedule(error_, at);
  found_ = error;
}

void DsLink::verified() {
  if (held_.kind == TokenKind::null) hunting_ = false;
  core_.received(held_, tag_in_, now());
  arm_timer();
}

void DsLink::found_error() {
  core_.failed(found_, now());
  arm_timer();
}

void DsLink::far_end_stopped(Time last_edge) {
  if (verify_.scheduled() && verify_.time() > last_edge) wheel_->cancel(verify_);
  if (error_.scheduled() && error_.time() > last_edge) wheel_->cancel(error_);
  in_transit_ = false;
  edge_seen(last_edge);
}

void DsLink::edge_seen(Time edge) {
  last_edge_ = edge;
  if (core_.receiving(edge)) {
    wheel_->schedule(disconnect_, edge + core_.parameters().disconnect_timeout);
  }
}

void DsLink::lost_connection() {
  if (!core_.receiving(last_edge_)) return;
  core_.failed(LinkError::disconnect, now());
  arm_timer();
}

void DsLink::timeout() {
  // What came in at this time goes first.
  if (verify_.time() == now() || error_.time() == now() || disconnect_.time() == now()) {
    return wheel_->schedule(timer_, now());
  }
  LinkPayload payload;
  payload.begin = now();
  tlm::tlm_phase phase = timer_due;
  sc_core::sc_time delay;
  if (in->nb_transport_bw(payload, phase, delay) == tlm::TLM_ACCEPTED) serve_timer(now());
}

void DsLink::serve_timer(Time time) {
  if (time >= core_.deadline()) core_.timeout(time);
  arm_timer();
}

void DsLink::silence_ends() { serve_timer(now()); }

void DsLink::arm_timer() {
  const bool silent = core_.deadline_ends_silence();
  WheelEntry& due = silent ? silence_ : timer_;
  wheel_->cancel(silent ? timer_ : silence_);
  if (core_.deadline() == due.time()) return;
  if (core_.deadline() == never) {
    wheel_->cancel(due);
  } else {
    wheel_->schedule(due, core_.deadline());
  }
}

void DsLink::changed(LinkState state, LinkError error, Time now) {
  if (states.bound()) states.write({now, state, error});
}

}  // namespace weft::token
