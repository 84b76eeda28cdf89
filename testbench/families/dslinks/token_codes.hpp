// How tokens and crossbar connections are written in a waveform.
#pragma once

#include <cstdint>

#include "hw/common/token.hpp"

namespace weft::wave_code {

/// Codes of `.token`, 9 bits; data tokens are 0x000 to 0x0ff.
inline constexpr std::uint32_t fct = 0x100;
inline constexpr std::uint32_t eop = 0x101;
inline constexpr std::uint32_t eom = 0x102;
inline constexpr std::uint32_t null = 0x103;       ///< From here on NULs, until the next token.
inline constexpr std::uint32_t silent = 0x104;     ///< The transmitter is off.
inline constexpr std::uint32_t time_code = 0x140;  ///< And more for its time: up to 0x17f.

/// A tenth bit, set in every second of successive equal tokens: without a change a viewer could not
/// show where the second begins.
inline constexpr std::uint32_t repeated = 0x200;

/// An eleventh bit: a data token that the far end reads as part of the header.
inline constexpr std::uint32_t header = 0x400;

/// Of `.connected`: no input.
inline constexpr std::uint32_t no_input = 0xff;

constexpr std::uint32_t of(Token token) {
  switch (token.kind) {
    case TokenKind::data: return token.value;
    case TokenKind::fct: return fct;
    case TokenKind::eop: return eop;
    case TokenKind::eom: return eom;
    case TokenKind::null: return null;
    case TokenKind::time_code: return time_code + (token.value & 0x3fU);
  }
  return silent;
}

}  // namespace weft::wave_code
