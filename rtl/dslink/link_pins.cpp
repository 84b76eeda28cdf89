#include "rtl/dslink/link_pins.hpp"

namespace weft::rtl {

LinkPins::LinkPins(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                   std::uint64_t seed, unsigned port)
    : sc_module(name), parameters_(parameters), errors_(parameters, seed, port) {}

LinkPins::Wires LinkPins::sample(Time now, Time clock) {
  // what stands on the wires came at the edge before, at the latest
  const Time since = now < clock ? 0 : now - clock;
  if (d_in.size() != 0 && since < parameters_.cut_at) in_ = {d_in->read(), s_in->read()};
  return in_;
}

bool LinkPins::inverts(Time now, bool transmitting) {
  if (!transmitting) {
    errors_.skip_to(now);
    idle_ = false;
  }
  return errors_.next() <= now;
}

bool LinkPins::awaits_timeout() const {
  if (!starts()) return false;
  switch (state_) {
    case LinkState::run: return false;
    case LinkState::halted: return parameters_.auto_restart != 0;
    case LinkState::started: return parameters_.form == LinkForm::spacewire;
    default: return true;
  }
}

void LinkPins::drive(bool d, bool s) {
  if (d_out.size() == 0) return;
  if (d != out_.d) d_out->write(d);
  if (s != out_.s) s_out->write(s);
  out_ = {d, s};
}

void LinkPins::token_begins(Token token, bool fast, Time now) {
  if (token.kind != TokenKind::data) token.value = 0;
  const bool in_packet = needs_credit(token);
  if (in_packet && tag_ != written_tag_) {
    written_tag_ = tag_;
    if (tag_out.size() != 0) tag_out->write(tag_);
  }
  if (token.kind == TokenKind::data) ++counters_.data;
  if (token.kind == TokenKind::fct) ++counters_.fcts;
  if (ends_packet(token)) ++counters_.ends;
  const bool was_idle = idle_;
  idle_ = token.kind == TokenKind::null;
  if ((idle_ && was_idle) || !tokens.bound()) return;
  const Time bit_time = fast ? parameters_.bit_time : parameters_.startup_bit_time;
  tokens.write({now, now + bit_count(token) * bit_time, token, in_packet ? tag_ : PacketTag{}});
}

void LinkPins::state_changes(LinkState state, LinkError error, Time now) {
  state_ = state;
  error_ = error;
  has_run_ = has_run_ || state == LinkState::run;
  if (state == LinkState::halted || state == LinkState::error_reset) idle_ = false;
  if (states.bound()) states.write({now, state, error});
}

}  // namespace weft::rtl
