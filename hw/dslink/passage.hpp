// Where a client passes on what comes in, where its link end can do that by itself.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_service.hpp"
#include "hw/dslink/outbox.hpp"

namespace weft {

/// An input of a switch that moves a token at an edge of its clock. In the middle of a packet that
/// has its way through, tokens go on to the outbox of another port without a call of the switch.
struct Passage {
  Outbox* to = nullptr;         ///< Null while the switch is to be told.
  LinkService* link = nullptr;  ///< That of `to`.
  Time last_move = 0;           ///< The edge at which a token moved last.
  Time clock = 0;
  Time stride = 0;         ///< A multiple of the clock: how far tokens are apart as a rule.
  std::uint32_t room = 0;  ///< Tokens that the outbox holds.

  bool takes(Token token) const {
    return to != nullptr && token.kind == TokenKind::data && to->tokens.size() < room;
  }
  /// Of a token that is in at `now`. As a rule it moves as long after the one before as it takes on
  /// the link: where that is the first edge, no division is needed to find it.
  Time edge_for(Time now) const {
    const Time edge = last_move + stride;
    if (edge > now && edge <= now + clock) return edge;
    return std::max(edge_after(now, clock), last_move + clock);
  }
  /// What it takes, moved at `edge`.
  void pass(Token token, Time edge) {
    last_move = edge;
    to->tokens.push({edge, token});
    if (to->link_waits) link->offer(edge);
  }
};

}  // namespace weft
