// The tokens that pass on a pair of wires, as observers see them.
#pragma once

#include <optional>
#include <utility>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/bit_receiver.hpp"

namespace weft::rtl {

/// Reads the tokens on one direction of a link beside whoever else does. Where an error or silence
/// has cut the stream it begins anew with the next NUL.
class WireWatch {
 public:
  /// `silence`, ps: without an edge for longer than that the link was disconnected. `time_codes`
  /// may stand on the wires.
  WireWatch(Time silence, bool time_codes) : silence_(silence), receiver_(time_codes) {}

  struct Passed {
    Token token;
    Time begin = 0;      ///< Of its first bit, ps.
    Time end = 0;        ///< Of its last bit, ps.
    bool first = false;  ///< Of a packet.
  };

  /// The wires have stood so since `now`. The token whose parity that verifies, which ended one bit
  /// before.
  std::optional<Passed> look(bool d, bool s, Time now) {
    if (!receiver_.edge(d, s, now)) return std::nullopt;
    const Time bit_before = std::exchange(last_edge_, now);
    if (now - bit_before > silence_) reset();
    switch (receiver_.take(d)) {
      case BitEvent::none: return std::nullopt;
      case BitEvent::token: break;
      case BitEvent::parity_error:
      case BitEvent::escape_error: reset(); return std::nullopt;
    }
    const Token token = receiver_.token();
    // where the stream was found within a token its bit time tells when that began
    if (begin_ == never) begin_ = bit_before - bit_count(token) * (now - bit_before);
    return Passed{token, std::exchange(begin_, bit_before), bit_before, receiver_.first()};
  }

 private:
  void reset() {
    receiver_.reset();
    begin_ = never;
  }

  Time silence_;
  BitReceiver receiver_;
  Time last_edge_ = 0;
  Time begin_ = never;  // of the token that comes in
};

}  // namespace weft::rtl
