// What a client has to send, where its link end can take it by itself.
#pragma once

#include <cstdint>

#include "hw/common/near_ring.hpp"
#include "hw/common/stamped_token.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// Tokens that wait for their link, with the times that they have been there since. The link end
/// takes those in the middle of a packet without a call of its client.
struct Outbox {
  using Tokens = NearRing<StampedToken, 4, std::uint32_t>;  // a buffer of 65,536 may be full

  Time last_taken = never;
  [[no_unique_address]] Tokens tokens;
  bool packet_begins : 1 = true;  ///< With the next token that is taken: the client knows its tag.
  bool awaited : 1 = false;       ///< The client waits for a place here.
  bool link_waits : 1 = true;     ///< The link may have to be told of a token.

  /// There is a token that has been there since before `now`.
  bool has_token(Time now) const { return !tokens.empty() && tokens.front().stamp() < now; }
  /// Taking one concerns nobody but the link.
  bool is_plain() const { return !packet_begins && !awaited; }
  /// The next token leaves at `now`.
  Token take(Time now) {
    const Token token = tokens.take().token();
    packet_begins = ends_packet(token);
    last_taken = now;
    return token;
  }
};

}  // namespace weft
