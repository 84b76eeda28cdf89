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
  /// Time-code (ECSS-E-ST-50-12C): ESC and a data token. Its value is a time of six bits and, above
  /// that, two flags.
  time_code,
};

/// One token; `value` counts for data and time-codes only.
struct Token {
  TokenKind kind = TokenKind::null;
  std::uint8_t value = 0;

  friend constexpr bool operator==(Token, Token) = default;
};

constexpr Token data_token(std::uint8_t value) { return {TokenKind::data, value}; }
constexpr Token time_code_token(std::uint8_t value) { return {TokenKind::time_code, value}; }
inline constexpr Token fct_token{TokenKind::fct};
inline constexpr Token eop_token{TokenKind::eop};
inline constexpr Token eom_token{TokenKind::eom};
inline constexpr Token null_token{TokenKind::null};

/// Ends a packet.
constexpr bool ends_packet(Token token) {
  return token.kind == TokenKind::eop || token.kind == TokenKind::eom;
}

/// Takes room in the input buffer, so that credit is needed for it (all but FCT, NUL
/// and time-code).
constexpr bool needs_credit(Token token) {
  return token.kind == TokenKind::data || ends_packet(token);
}

/// Bits on the wire: 10 for data, 4 for control tokens, 8 for a NUL (ESC and FCT), 14 for a
/// time-code (ESC and data).
constexpr unsigned bit_count(Token token) {
  switch (token.kind) {
    case TokenKind::data: return 10;
    case TokenKind::null: return 8;
    case TokenKind::time_code: return 14;
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
    case TokenKind::time_code: return "TIME";
  }
  return "";
}

}  // namespace weft
