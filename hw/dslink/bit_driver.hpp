// Puts the bits of tokens on the D and S wires.
#pragma once

#include <systemc>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/bit_codec.hpp"

namespace weft {

/// State of a transmitter's wires. S toggles exactly when D does not; both low after a reset.
class BitDriver {
 public:
  BitDriver(sc_core::sc_out<bool>& d, sc_core::sc_out<bool>& s) : d_port_(&d), s_port_(&s) {}

  /// A new stream of tokens: parity starts afresh.
  void reset() {
    encoder_.reset();
    bits_ = {};
    next_ = 0;
  }
  /// All bits of the last token have begun.
  bool at_boundary() const { return next_ == bits_.count; }
  void load(Token token) {
    bits_ = encoder_.encode(token);
    next_ = 0;
  }
  /// Begins the next bit of the token; `invert` puts the wrong one on the wire.
  void drive(bool invert) {
    const bool value = bits_[next_++] != invert;
    if (value == d_) {
      s_ = !s_;
      s_port_->write(s_);
    } else {
      d_ = value;
      d_port_->write(d_);
    }
  }
  /// Lets the wires go low after a stop: S at `falls`, D one bit time later, for both never change
  /// in one bit time. Returns when to call again; `never` once both are low.
  Time rest(Time now, Time falls, Time bit_time) {
    if (now < falls) return falls;
    s_ = false;
    s_port_->write(s_);
    if (d_ && now == falls) return falls + bit_time;
    d_ = false;
    d_port_->write(d_);
    return never;
  }

 private:
  sc_core::sc_out<bool>* d_port_;
  sc_core::sc_out<bool>* s_port_;
  BitEncoder encoder_;
  TokenBits bits_;
  unsigned next_ = 0;
  bool d_ = false;
  bool s_ = false;
};

}  // namespace weft
