// The tokens of a DS-Link.
#pragma once

#include <cstdint>

namespace weft {

/// Kinds of token (IEEE 1355; thesis 3.1.1.2).
enum class TokenKind : std::uint8_t {
  data,  ///< One byte.
  fct,   ///< Flow control: the receiver has room for eight more tokens.
  eop,   ///< End of packet.
  eom,   ///< End of message (SpaceWire: error end of packet).
  null,  ///< NUL: keeps an idle link alive.
};

/// One token; `value` counts for data only.
struct Token {
  TokenKind kind = TokenKind::null;
  std::uint8_t value = 0;

  friend constexpr bool operator==(Token, Token) = default;
};

constexpr Token data_token(std::uint8_t value) { return {TokenKind::data, value}; }
inline constexpr Token fct_token{TokenKind::fct};
inline constexpr Token eop_token{TokenKind::eop};
inline constexpr Token eom_token{TokenKind::eom};
inline constexpr Token null_token{TokenKind::null};

/// Ends a packet.
constexpr bool ends_packet(Token token) {
  return token.kind == TokenKind::eop || token.kind == TokenKind::eom;
}

/// Takes room in the input buffer, so that credit is needed for it (all but FCT and NUL).
constexpr bool needs_credit(Token token) {
  return token.kind == TokenKind::data || ends_packet(token);
}

/// Bits on the wire: 10 for data, 4 for control tokens, 8 for a NUL (ESC and FCT).
constexpr unsigned bit_count(Token token) {
  switch (token.kind) {
    case TokenKind::data: return 10;
    case TokenKind::null: return 8;
    default: return 4;
  }
}

/// Name as the papers write it; "DATA" for data.
constexpr const char* name_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::data: return "DATA";
    case TokenKind::fct: return "FCT";
    case TokenKind::eop: return "EOP";
    case TokenKind::eom: return "EOM";
    case TokenKind::null: return "NUL";
  }
  return "";
}

/// What a packet carries beside its bits: not hardware, but what the thesis' policies and the
/// statistics need (its age, hops and channel). It travels with the first header byte, at `signal`
/// on a sideband wire. A packet that comes without one (from third-party RTL) has id 0.
struct PacketTag {
  /// ps; when its processor queued it, or was asked to begin its message (T9000Parameters::
  /// service_time) where the channel was idle.
  std::uint64_t injected = 0;
  std::uint64_t id = 0;       ///< Unique in a run; 0 for "not known".
  std::uint32_t channel = 0;  ///< Virtual channel at the receiver.
  std::uint16_t hops = 0;     ///< Routers passed so far.
  bool acknowledgement = false;
  bool last = false;                     ///< It ends its message.
  std::uint32_t bytes = unknown_length;  ///< Of data; a packet that an error has cut has others.
  std::uint64_t sent = not_yet;          ///< ps; when its first bit left the processor.
  std::uint64_t routed = not_yet;        ///< ps; when it first left a router for another router.

  static constexpr std::uint32_t unknown_length = ~0U;
  static constexpr std::uint64_t not_yet = ~std::uint64_t{0};

  friend constexpr bool operator==(const PacketTag&, const PacketTag&) = default;
};

}  // namespace weft
