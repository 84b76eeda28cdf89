// Tokens to bits and bits to tokens, as on the wires of a DS-Link (IEEE 1355; facts.md).
#pragma once

#include <cstdint>

#include "hw/common/token.hpp"

namespace weft {

/// Bits of one token in the order of transmission, first bit in bit 0.
struct TokenBits {
  std::uint16_t bits = 0;
  unsigned count = 0;

  bool operator[](unsigned i) const { return ((bits >> i) & 1U) != 0; }
};

/// Makes the bits of successive tokens. The parity bit makes the number of ones odd over the
/// previous token's payload, itself and this token's control flag.
class BitEncoder {
 public:
  /// As after a reset: the payload before the first token counts as zeros.
  void reset() { payload_parity_ = false; }

  TokenBits encode(Token token) {
    switch (token.kind) {
      case TokenKind::data: {
        TokenBits out{static_cast<std::uint16_t>(token.value << 2), 10};
        if (!payload_parity_) out.bits |= 1;  // flag 0: the parity bit alone makes it odd
        payload_parity_ = __builtin_parity(token.value) != 0;
        return out;
      }
      case TokenKind::null: {
        const TokenBits escape = control(0b11);
        const TokenBits rest = control(0b00);
        return {static_cast<std::uint16_t>(escape.bits | (rest.bits << 4)), 8};
      }
      case TokenKind::fct: return control(0b00);
      case TokenKind::eop: return control(0b10);  // transmitted as 0 then 1
      case TokenKind::eom: return control(0b01);  // transmitted as 1 then 0
      case TokenKind::time_code: {
        const TokenBits escape = control(0b11);
        const TokenBits rest = encode(data_token(token.value));
        return {static_cast<std::uint16_t>(escape.bits | (rest.bits << 4)), 14};
      }
    }
    return {};
  }

 private:
  // `code` holds the two payload bits, the one that goes first in bit 0.
  TokenBits control(unsigned code) {
    TokenBits out{static_cast<std::uint16_t>(0b10U | (code << 2)), 4};
    if (payload_parity_) out.bits |= 1;  // flag 1 is odd by itself
    payload_parity_ = code == 0b01 || code == 0b10;
    return out;
  }

  bool payload_parity_ = false;
};

/// What a bit brought to light.
enum class BitEvent : std::uint8_t {
  none,
  token,  ///< `BitDecoder::token()` is in and its parity was right.
  parity_error,
  escape_error,  ///< ESC was followed by what it must not be.
};

/// Finds the tokens in a stream of bits. A token is given out once the next token's control flag
/// is in, for only then is its parity known: nothing unverified ever leaves the receiver.
/// After a reset it hunts for a NUL and takes no notice of what comes before it.
///
/// ESC and FCT are a NUL. ESC and data are a time-code where there are such (`time_codes`:
/// ECSS-E-ST-50-12C), else an escape error, as is all else after ESC.
class BitDecoder {
 public:
  explicit BitDecoder(bool time_codes = false) : time_codes_(time_codes) {}

  void reset() { *this = BitDecoder(time_codes_); }

  BitEvent bit(bool value) {
    if (hunting_) return hunt(value);
    shift_ |= static_cast<std::uint32_t>(value) << count_++;
    if (count_ == 2) return header_in();
    if (count_ == length_) finish();
    return BitEvent::none;
  }

  /// The last token given out by `bit` (after BitEvent::token).
  Token token() const { return token_; }

 private:
  // A NUL is 1 1 1 0 1 0 0 after its parity bit; no run of zeros and such looks like it.
  BitEvent hunt(bool value) {
    shift_ = ((shift_ << 1) | static_cast<std::uint32_t>(value)) & 0x7f;
    if (shift_ != 0b1110100) return BitEvent::none;
    reset();
    hunting_ = false;
    held_ = null_token;
    holding_ = true;
    return BitEvent::none;
  }

  BitEvent header_in() {
    const bool flag = (shift_ & 2U) != 0;
    const bool parity = (shift_ & 1U) != 0;
    length_ = flag ? 4 : 10;
    if (payload_parity_ == (parity != flag)) return BitEvent::parity_error;
    if (bad_escape_ || (escaped_ && !flag && !time_codes_)) return BitEvent::escape_error;
    if (!holding_) return BitEvent::none;
    holding_ = false;
    token_ = held_;
    return BitEvent::token;
  }

  void finish() {
    const std::uint32_t payload = shift_ >> 2;
    shift_ = 0;
    count_ = 0;
    if (length_ == 10) {
      payload_parity_ = __builtin_parity(payload) != 0;
      const auto value = static_cast<std::uint8_t>(payload);
      hold(escaped_ ? time_code_token(value) : data_token(value));
      escaped_ = false;
      return;
    }
    payload_parity_ = payload == 0b01 || payload == 0b10;
    if (escaped_ && payload != 0b00) {
      bad_escape_ = true;  // told with the next flag, if the parity is right
    } else if (payload == 0b11) {
      escaped_ = true;
    } else if (payload == 0b00) {
      hold(escaped_ ? null_token : fct_token);
      escaped_ = false;
    } else {
      hold(payload == 0b10 ? eop_token : eom_token);
    }
  }

  void hold(Token token) {
    held_ = token;
    holding_ = true;
  }

  std::uint32_t shift_ = 0;
  unsigned count_ = 0;
  unsigned length_ = 0;
  bool time_codes_;
  bool hunting_ = true;
  bool escaped_ = false;
  bool bad_escape_ = false;
  bool holding_ = false;
  bool payload_parity_ = false;
  Token held_;
  Token token_;
};

}  // namespace weft
