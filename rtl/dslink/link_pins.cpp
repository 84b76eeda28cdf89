#include "rtl/dslink/link_pins.hpp"

namespace weft::rtl {

LinkPins::LinkPins(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                   std::uint64_t seed, unsigned port, BesideWires beside)
    : sc_module(name),
      parameters_(parameters),
      beside_(beside),
      errors_(parameters, seed, port),
      watch_in_(parameters.disconnect_timeout, parameters.time_codes()),
      watch_out_(parameters.disconnect_timeout, parameters.time_codes()) {}

LinkPins::Wires LinkPins::sample(Time now, Time clock) {
  // what stands on the wires came at the edge before, at the latest
  const Time since = now < clock ? 0 : now - clock;
  if (d_in.size() == 0 || since >= parameters_.cut_arrives()) return in_;
  in_ = {d_in->read(), s_in->read()};
  if (!told()) {
    if (const auto passed = watch_in_.look(in_.d, in_.s, since)) arrives(*passed);
  }
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
    case LinkState::ready: return !parameters_.auto_start;
    case LinkState::started: return parameters_.form == LinkForm::spacewire;
    default: return true;
  }
}

void LinkPins::drive(bool d, bool s, Time now) {
  if (d_out.size() == 0) return;
  if (d != out_.d) d_out->write(d);
  if (s != out_.s) s_out->write(s);
  out_ = {d, s};
  if (told()) return;
  if (const auto passed = watch_out_.look(d, s, now)) leaves(*passed);
}

// --- packets

void LinkPins::next_packet(const PacketTag& tag, PassingTags::First first) {
  if (told()) {
    tag_ = tag;
  } else {
    going_out_.put(tag, first);
  }
}

PacketTag LinkPins::arriving_tag(PassingTags::First first) {
  if (!told()) return coming_in_.take(first);
  ++packets_in_;
  return tag_on_wires();
}

// What comes in while the link is not in Run is none of the RTL's.
void LinkPins::arrives(const WireWatch::Passed& passed) {
  if (!passed.first || state_ != LinkState::run) return;
  coming_in_.put(tag_on_wires(), passed.token.value);
  ++packets_in_;
}

void LinkPins::leaves(const WireWatch::Passed& passed) {
  if (passed.first) {
    tag_ = going_out_.take(passed.token.value);
    write_tag();
  }
  count(passed.token);
  tell({passed.begin, passed.end, passed.token, {}});
}

void LinkPins::token_begins(Token token, bool fast, Time now) {
  if (!told()) return;
  if (token.kind != TokenKind::data && token.kind != TokenKind::time_code) token.value = 0;
  if (needs_credit(token)) write_tag();
  count(token);
  const Time bit_time = fast ? parameters_.bit_time : parameters_.startup_bit_time;
  tell({now, now + bit_count(token) * bit_time, token, {}});
}

void LinkPins::write_tag() {
  if (tag_ == written_tag_) return;
  written_tag_ = tag_;
  if (tag_out.size() != 0) tag_out->write(tag_);
}

// --- for observers

void LinkPins::count(Token token) {
  if (token.kind == TokenKind::data) ++counters_.data;
  if (token.kind == TokenKind::fct) ++counters_.fcts;
  if (ends_packet(token)) ++counters_.ends;
  if (token.kind == TokenKind::time_code) ++counters_.time_codes;
  if (!needs_credit(token)) return;
  if (packet_begins_ && token.kind == TokenKind::data) ++packets_out_;
  packet_begins_ = ends_packet(token);
}

LinkAccount LinkPins::account(Time now) const {
  LinkAccount account;
  account.taken.packets = packets_out_;
  account.received.packets = packets_in_;
  account.taken_before.packets = packets_out_before_;
  account.received_before.packets = packets_in_before_;
  account.counts_bytes = false;
  account.expects_more = (state_ == LinkState::run || !stopped_) && now < parameters_.cut_arrives();
  return account;
}

void LinkPins::time_code_in(bool tick) {
  ++counters_.time_codes_in;
  if (tick) ++counters_.ticks;
}

void LinkPins::tell(const TokenEvent& event) {
  const bool was_idle = idle_;
  idle_ = event.token.kind == TokenKind::null;
  if ((idle_ && was_idle) || !tokens.bound()) return;
  TokenEvent told_of = event;
  if (needs_credit(event.token)) told_of.tag = tag_;
  tokens.write(told_of);
}

void LinkPins::state_changes(LinkState state, LinkError error, Time now) {
  if (state_ == LinkState::error_reset) {
    packets_out_before_ = packets_out_;
    packets_in_before_ = packets_in_;
  }
  state_ = state;
  error_ = error;
  has_run_ = has_run_ || state == LinkState::run;
  if (state == LinkState::halted || state == LinkState::error_reset) {
    idle_ = false;
    cut_packet_ = in_packet();
    packet_begins_ = true;
    stopped_ = true;
  }
  if (state == LinkState::started) cut_packet_ = false;
  if (states.bound()) states.write({now, state, error});
}

}  // namespace weft::rtl
