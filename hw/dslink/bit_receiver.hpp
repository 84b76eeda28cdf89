// Finds bits and tokens on the D and S wires.
#pragma once

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/bit_codec.hpp"

namespace weft {

/// Receiving side of a pair of wires: a bit comes with each change of D xor S, and its value is D.
class BitReceiver {
 public:
  explicit BitReceiver(bool time_codes) : decoder_(time_codes) {}

  /// Hunts for a NUL; the wires stay as they are.
  void reset() {
    decoder_.reset();
    packet_begins_ = true;
    first_ = false;
  }

  /// D or S has changed. False if that was no bit.
  bool edge(bool d, bool s, Time now) {
    if ((d != s) == level_) return false;
    level_ = d != s;
    last_edge_ = now;
    return true;
  }
  Time last_edge() const { return last_edge_; }

  /// Takes the bit of the last edge.
  BitEvent take(bool d) {
    const BitEvent event = decoder_.bit(d);
    if (event != BitEvent::token || !needs_credit(token())) {
      first_ = false;
      return event;
    }
    first_ = packet_begins_ && token().kind == TokenKind::data;
    packet_begins_ = ends_packet(token());
    return event;
  }
  /// The token that `take` told of.
  Token token() const { return decoder_.token(); }
  /// It is the first of a packet.
  bool first() const { return first_; }

 private:
  BitDecoder decoder_;
  Time last_edge_ = 0;
  bool level_ = false;  // D xor S
  bool packet_begins_ = true;
  bool first_ = false;
};

}  // namespace weft
