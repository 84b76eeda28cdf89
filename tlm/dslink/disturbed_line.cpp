// What disturbs a link: injected errors, the wires after a stop, a cable that is cut.
#include "hw/dslink/bit_codec.hpp"
#include "tlm/dslink/token_line.hpp"

namespace weft::token {

namespace {

/// The last bit of a token on the wire.
bool last_bit(Token token) {
  BitEncoder encoder;
  const TokenBits bits = encoder.encode(token);
  return bits[bits.count - 1];
}

}  // namespace

TokenLine::Disturbances::Disturbances(TokenLine& link, const DsLinkParameters& parameters,
                                      std::uint64_t seed, unsigned port)
    : errors(parameters, seed, port),
      strike(WheelEntry::calling<&TokenLine::strike_idle>(&link, Phase::select)),
      rest(WheelEntry::calling<&TokenLine::lower_line>(&link, Phase::select)),
      cut(WheelEntry::calling<&TokenLine::cut_cable>(&link, Phase::select)),
      error(WheelEntry::calling<&TokenLine::found_error>(&link, Phase::act)),
      disconnect(WheelEntry::calling<&TokenLine::lost_connection>(&link, Phase::act)),
      silence(WheelEntry::calling<&TokenLine::silence_ends>(&link, Phase::select)),
      timer(WheelEntry::calling<&TokenLine::timeout>(&link, Phase::act)) {}

// Those that need the seed are there from the start.
TokenLine::Disturbances& TokenLine::disturbances() {
  if (disturbances_ == nullptr) {
    disturbances_ = std::make_unique<Disturbances>(*this, core_.parameters(), 0, 0);
  }
  return *disturbances_;
}

// --- the wires after a stop

// Finds the levels at which the lines were left; each falls with an edge of its own. True if the
// last edge was on S.
bool TokenLine::rest_lines(Time stopped) {
  Disturbances& left = disturbances();
  const Time bit = (stopped - begin_) / bit_time_;
  BitEncoder encoder;
  if (bit < null_bits) encoder.encode(previous_);
  const TokenBits bits = encoder.encode(token_);
  const bool inverted = left.struck == last_bit_until(stopped);
  left.data_high = bits[static_cast<unsigned>(bit % bits.count)] != inverted;
  left.strobe_high = left.data_high != (bit % 2 == 0);  // they differ after an odd number of bits
  const Time falls = rest_after_stop(stopped, core_.parameters());
  if (left.strobe_high) {
    wheel_->schedule(left.rest, falls);
  } else if (left.data_high) {
    wheel_->schedule(left.rest, falls + core_.parameters().startup_bit_time);
  }
  return last_on_strobe(bit);
}

// Bit number `bit` of the token, or of the NULs, is the same as the one before it.
bool TokenLine::last_on_strobe(Time bit) const {
  BitEncoder encoder;
  if (bit < null_bits) encoder.encode(previous_);
  const TokenBits bits = encoder.encode(token_);
  const auto here = static_cast<unsigned>(bit % bits.count);
  bool same =
      here != 0 ? bits[here] == bits[here - 1] : bits[0] == last_bit(bit == 0 ? previous_ : token_);
  for (const Time one : {bit, bit - 1}) {
    if (disturbances_->struck == begin_ + one * bit_time_) same = !same;
  }
  return same;
}

void TokenLine::lower_line() {
  Disturbances& left = disturbances();
  call(line_low, now(), left.strobe_high);
  if (left.strobe_high && left.data_high) {
    wheel_->schedule(left.rest, now() + core_.parameters().startup_bit_time);
  }
  (left.strobe_high ? left.strobe_high : left.data_high) = false;
}

// What began before now was the last that arrives; this end cannot tell, and goes on.
void TokenLine::cut_cable() {
  if (!transmitting_) return;
  LinkPayload message;
  message.begin = last_bit_until(now() - 1);
  message.on_strobe = last_on_strobe((message.begin - begin_) / bit_time_);
  surroundings_->pass_on(link_stop, message);
}

// --- injected errors

// Begin of the last bit that began at `time` or before it.
Time TokenLine::last_bit_until(Time time) const {
  return begin_ + (time - begin_) / bit_time_ * bit_time_;
}

// The bit of the token that begins now which an error inverts, or -1.
[[gnu::noinline]] int TokenLine::inverted_bit(unsigned bits) {
  const Time error = disturbances_->errors.next();
  if (error == never || error > begin_ + (bits - 1) * bit_time_) return -1;
  Time bit = 0;
  if (error > begin_) {
    bit = (error - begin_ + bit_time_ - 1) / bit_time_;
  }
  disturbances_->struck = begin_ + bit * bit_time_;
  disturbances_->errors.struck(disturbances_->struck);
  return static_cast<int>(bit);
}

void TokenLine::schedule_strike() {
  const Time error = disturbances_->errors.next();
  if (error == never) return;
  Time at = begin_;
  if (error > at) at = last_bit_until(error + bit_time_ - 1);
  wheel_->schedule(disturbances_->strike, at);
}

void TokenLine::strike_idle() {
  if (select_.time() == now()) return;  // a token may begin with this bit: it takes the error
  const auto bit = (now() - begin_) / bit_time_ % null_bits;
  disturbances_->struck = now();
  disturbances_->errors.struck(now());
  LinkPayload message;
  message.inverted_bit = static_cast<int>(bit);
  message.begin = now() - bit * bit_time_;
  message.bit_time = bit_time_;
  call(idle_error, message);
  schedule_strike();
}

// --- found by the receiver

// Parity covers the payload of a token and the flag of the next: an inverted parity bit or flag is
// found at the flag, an inverted payload bit at the next flag. A NUL is two tokens, a time-code
// too.
void TokenLine::break_transit(const Begin& next) {
  const auto bit = static_cast<unsigned>(next.inverted_bit);
  if (hunting_) {
    transit_broken_ = bit != 0;
  } else if (bit < 2) {
    schedule_error(transit_flag_);
  } else if ((transit_.kind == TokenKind::null || transit_.kind == TokenKind::time_code) &&
             bit < 6) {
    schedule_error(next.begin + 5 * next.bit_time + skew_of(bit >= 4));
  } else {
    transit_broken_ = true;
  }
}

void TokenLine::idle_broken(const LinkPayload& payload) {
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

}  // namespace weft::token
