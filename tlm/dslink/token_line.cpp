#include "tlm/dslink/token_line.hpp"

#include <algorithm>
#include <stdexcept>

#include "hw/common/kernel_time.hpp"

namespace weft::token {

namespace {

/// The control flag of the token after this one comes on S, as its parity bit is the same.
bool next_flag_on_strobe(Token token) {
  if (ends_packet(token)) return true;
  const bool has_value = token.kind == TokenKind::data || token.kind == TokenKind::time_code;
  return has_value && __builtin_parity(token.value) != 0;
}

}  // namespace

TokenLine::TokenLine(const DsLinkParameters& parameters, unsigned input_buffer, LinkClient& client,
                     unsigned port, std::uint64_t seed, Wheel& wheel, Surroundings& surroundings)
    : select_(this, &WheelEntry::call<&TokenLine::begin_token, TokenLine>, Phase::select),
      core_(parameters, input_buffer, client, port, *this),
      wheel_(&wheel),
      verify_(WheelEntry::calling<&TokenLine::verified>(this, Phase::act)),
      surroundings_(&surroundings) {
  core_.let_idle(false);
  if (parameters.injects_errors() || parameters.cut_at != never) {
    disturbances_ = std::make_unique<Disturbances>(*this, parameters, seed, port);
  }
}

// The cut is scheduled before all else, so that at its time it comes before what begins then. What
// goes over a cable that will be cut is looked at each time.
void TokenLine::begin_run(TokenLine* peer, bool mutual) {
  const Time cut = core_.parameters().cut_at;
  if (cut != 0 && cut != never) wheel_->schedule(disturbances().cut, cut);
  if (cut == never && peer != nullptr) {
    peer_ = peer;
    steady_ = mutual && !silent_ && !peer->silent_ && core_.is_steady_with(peer->core_) &&
              peer->core_.is_steady_with(core_);
    if (steady_) core_.keep_steady();
    select_.needs_line(0, &peer->core_);
    select_.needs_line(1, core_.client_places().transmit);
    select_.needs_line(2, peer->core_.client_places().receive);
  }
  if (!silent_) restart();
}

// What comes in here the far end transmits.
void TokenLine::needs(const void* place) {
  if (steady_) peer_->select_.needs_line(3, place);
}

// A link that leads nowhere, or whose cable was never whole, stays silent.
void TokenLine::restart() {
  if (!surroundings_->leads_somewhere() || core_.parameters().cut_at == 0) return;
  core_.start(kernel_time());
  arm_timer();
}

// --- both ends in Run for good

// Both ends are in Run for good: the flag of the next token will find that `token` is right.
[[gnu::always_inline]] inline void TokenLine::confirm(Token token, const PacketTag* next_tag,
                                                      Time flag) {
  if (needs_credit(token)) {
    core_.receive_ahead(token, tag_in_, flag);
  } else if (token.kind == TokenKind::fct) {
    core_.grant_ahead(flag);
    if (core_.line_idles()) wake_for_offer(flag);
  }
  if (next_tag != nullptr) tag_in_ = *next_tag;
}

// --- transmitter

void TokenLine::start(Time now) {
  if (disturbances_ != nullptr) disturbances_->errors.skip_to(now);
  token_ = fct_token;  // as after a reset: no payload before the first token
  transmitting_ = true;
  core_.let_idle(false);
  told_null_ = false;
  begin(now);
}

void TokenLine::begin_token(Wheel& wheel) {
  if (!in_step_) return begin(wheel.now());
  begin_in_step(wheel);
}

// As `begin`, where nothing can disturb the two ends and nobody looks on.
[[gnu::always_inline]] inline void TokenLine::begin_in_step(Wheel& wheel) {
  const Time now = wheel.now();
  const bool packet_begins = !core_.transmits_packet();
  const Token token = core_.select_steadily(now, tag_);
  if (token.kind == TokenKind::null) return begin_idle(now);
  core_.let_idle(false);
  const Time bit_time = core_.bit_time_in_run();
  wheel.schedule_again(select_, now + bit_count(token) * bit_time);
  const bool first = packet_begins && token.kind == TokenKind::data;
  const Token before = token_;
  token_ = token;
  peer_->confirm(before, first ? &tag_ : nullptr, now + bit_time);
}

void TokenLine::begin(Time now) {
  if (disturbances_ != nullptr) wheel_->cancel(disturbances_->strike);
  const bool packet_begins = !core_.transmits_packet();
  const Token token = core_.select(now, tag_);
  if (token.kind == TokenKind::null && core_.may_idle()) return begin_idle(now);
  const bool first = packet_begins && token.kind == TokenKind::data;
  const unsigned bits = bit_count(token);
  core_.let_idle(false);
  put_on_wire(token, now);
  const int inverted = disturbances_ == nullptr ? -1 : inverted_bit(bits);
  const Time end = now + bits * bit_time_;
  wheel_->schedule(select_, end);
  const PacketTag* const tag = first ? &tag_ : nullptr;
  if (is_told_ahead()) {
    in_step_ = !tokens_.bound();
    peer_->confirm(previous_, tag, now + bit_time_);
  } else {
    tell<&TokenLine::token_begins>(token_begin, {token, now, bit_time_, inverted, tag});
  }
  if (tokens_.bound()) report(end);
}

void TokenLine::begin_idle(Time now) {
  const bool was_idle = core_.line_idles();
  core_.let_idle(true);
  put_on_wire(null_token, now);
  if (!was_idle) {
    if (is_told_ahead()) {
      peer_->confirm(previous_, nullptr, now + bit_time_);
    } else {
      tell<&TokenLine::idle_begins>(idle_begin, {null_token, now, bit_time_});
    }
    if (tokens_.bound()) report(now + null_bits * bit_time_);
  }
  if (disturbances_ != nullptr) schedule_strike();
  wake_for_offer(now);
}

// What a NUL was sent in place of has been there before.
void TokenLine::wake_for_offer(Time now) {
  if (const Time stamp = core_.next_offer(); stamp != never) wake(std::max(stamp, now));
}

void TokenLine::put_on_wire(Token token, Time now) {
  previous_ = token_;
  token_ = token;
  begin_ = now;
  bit_time_ = core_.bit_time();
}

// Of successive NULs only the first is told.
[[gnu::noinline]] void TokenLine::report(Time end) {
  const bool was_null = told_null_;
  told_null_ = token_.kind == TokenKind::null;
  if (was_null && told_null_) return;
  const bool in_packet = needs_credit(token_);
  tokens_.write({begin_, end, token_, in_packet ? tag_ : PacketTag{}});
}

// That a token or an idle stretch begins.
template <void (TokenLine::*receive)(const TokenLine::Begin&)>
inline void TokenLine::tell(const tlm::tlm_phase& which, const Begin& what) {
  if (peer_ == nullptr) return tell_by_socket(which, what);
  (peer_->*receive)(what);
}

[[gnu::noinline]] void TokenLine::tell_by_socket(const tlm::tlm_phase& which, const Begin& what) {
  LinkPayload message;
  message.token = what.token;
  message.first = what.tag != nullptr;
  message.begin = what.begin;
  message.bit_time = what.bit_time;
  message.inverted_bit = what.inverted_bit;
  message.tag = tag_;
  call(which, message);
}

void TokenLine::call(const tlm::tlm_phase& which, LinkPayload& message) {
  if (now() >= core_.parameters().cut_at) return;
  surroundings_->pass_on(which, message);
}

void TokenLine::call(const tlm::tlm_phase& which, Time edge, bool on_strobe) {
  LinkPayload message;
  message.begin = edge;
  message.on_strobe = on_strobe;
  call(which, message);
}

void TokenLine::wake(Time stamp) {
  if (!core_.line_idles() || !transmitting_) return;
  const Time period = null_bits * bit_time_;
  const Time boundary = begin_ + ((stamp - begin_) / period + 1) * period;
  if (boundary < select_.time()) wheel_->schedule(select_, boundary);
}

void TokenLine::stop(Time now) {
  if (is_told_ahead()) {
    throw std::logic_error("a link end that may be halted by command is held before the run");
  }
  wheel_->cancel(verify_);
  wheel_->cancel(disturbances().error);
  wheel_->cancel(disturbances().disconnect);
  hunting_ = true;
  in_transit_ = false;
  if (!transmitting_) return;
  transmitting_ = false;
  wheel_->cancel(select_);
  wheel_->cancel(disturbances().strike);
  call(link_stop, last_bit_until(now), rest_lines(now));
}

// --- sockets

void TokenLine::told(const tlm::tlm_phase& phase, LinkPayload& payload) {
  const auto begins = [&payload]() -> Begin {
    return {payload.token, payload.begin, payload.bit_time, payload.inverted_bit,
            payload.first ? &payload.tag : nullptr};
  };
  if (phase == token_begin) {
    token_begins(begins());
  } else if (phase == idle_begin) {
    idle_begins(begins());
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
}

// --- receiver

void TokenLine::listen(Time now) {
  hunting_ = true;
  LinkPayload payload;
  payload.begin = now;
  surroundings_->tell_back(receiver_on, payload);
}

void TokenLine::token_begins(const Begin& next) {
  const Time flag = flag_of(next);
  transit_ends(flag);
  transit_ = next.token;
  if (next.tag != nullptr) tag_in_ = *next.tag;
  transit_flag_ = flag;
  in_transit_ = true;
  transit_broken_ = false;
  if (next.inverted_bit >= 0) break_transit(next);
  if (transit_.kind == TokenKind::time_code && !core_.parameters().time_codes() && !hunting_) {
    schedule_error(next.begin + 5 * next.bit_time, LinkError::escape);
  }
}

// When the edge of its control flag is here.
inline Time TokenLine::flag_of(const Begin& next) const {
  const Time flag = next.begin + next.bit_time;
  if (core_.parameters().skew == 0) return flag;
  const bool inverted = next.inverted_bit == 0 || next.inverted_bit == 1;
  return flag + skew_of((in_transit_ && next_flag_on_strobe(transit_)) != inverted);
}

// An idle stretch is one NUL for the receiver, but for the one that it hunts for.
void TokenLine::idle_begins(const Begin& next) {
  token_begins(next);
  if (!hunting_ || !core_.receiving(transit_flag_)) return;
  held_ = null_token;
  wheel_->schedule(verify_, next.begin + (1 + null_bits) * next.bit_time);
}

// The flag of the token that begins will tell whether the token before it was right.
void TokenLine::transit_ends(Time flag) {
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

// What would be verified with or after the wrong flag never is.
void TokenLine::schedule_error(Time at, LinkError error) {
  if (verify_.scheduled() && verify_.time() >= at) wheel_->cancel(verify_);
  if (at >= disturbances().error.time()) return;
  wheel_->schedule(disturbances_->error, at);
  disturbances_->found = error;
}

void TokenLine::verified() {
  if (held_.kind == TokenKind::null) hunting_ = false;
  core_.received(held_, tag_in_, now());
  arm_timer();
}

void TokenLine::found_error() {
  core_.failed(disturbances_->found, now());
  arm_timer();
}

void TokenLine::far_end_stopped(Time last_edge) {
  if (verify_.scheduled() && verify_.time() > last_edge) wheel_->cancel(verify_);
  WheelEntry& error = disturbances().error;
  if (error.scheduled() && error.time() > last_edge) wheel_->cancel(error);
  in_transit_ = false;
  edge_seen(last_edge);
}

void TokenLine::edge_seen(Time edge) {
  disturbances().last_edge = edge;
  if (core_.receiving(edge)) {
    wheel_->schedule(disturbances_->disconnect, edge + core_.parameters().disconnect_timeout);
  }
}

void TokenLine::lost_connection() {
  if (!core_.receiving(disturbances_->last_edge)) return;
  core_.failed(LinkError::disconnect, now());
  arm_timer();
}

void TokenLine::timeout() {
  // What came in at this time goes first.
  if (verify_.time() == now() || disturbances_->error.time() == now() ||
      disturbances_->disconnect.time() == now()) {
    return wheel_->schedule(disturbances_->timer, now());
  }
  LinkPayload payload;
  payload.begin = now();
  if (surroundings_->tell_back(timer_due, payload) == tlm::TLM_ACCEPTED) serve_timer(now());
}

void TokenLine::serve_timer(Time time) {
  if (time >= core_.deadline()) core_.timeout(time);
  arm_timer();
}

void TokenLine::silence_ends() { serve_timer(now()); }

// Of a link in Run as a rule there is nothing to do.
inline void TokenLine::arm_timer() {
  if (disturbances_ != nullptr || core_.deadline() != never) move_timer();
}

void TokenLine::move_timer() {
  const bool silent = core_.deadline_ends_silence();
  WheelEntry& silence = disturbances().silence;
  WheelEntry& timer = disturbances_->timer;
  WheelEntry& due = silent ? silence : timer;
  wheel_->cancel(silent ? timer : silence);
  if (core_.deadline() == due.time()) return;
  if (core_.deadline() == never) {
    wheel_->cancel(due);
  } else {
    wheel_->schedule(due, core_.deadline());
  }
}

void TokenLine::changed(LinkState state, LinkError error, Time now) {
  if (states_.bound()) states_.write({now, state, error});
}

}  // namespace weft::token
