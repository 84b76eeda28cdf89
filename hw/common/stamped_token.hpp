// A token in a buffer.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// A token that needs credit, and since when it is there: eight to a line of the host's cache.
class StampedToken {
 public:
  /// Stamps are earlier than this, 5 hours of simulated time.
  static constexpr Time limit = Time{1} << 54U;

  StampedToken() = default;
  /// Throws std::out_of_range for a stamp from `limit` on.
  StampedToken(Time stamp, Token token)
      : bits_(stamp << 10U | std::uint64_t{static_cast<std::uint8_t>(token.kind)} << 8U |
              token.value) {
    if (stamp >= limit) [[unlikely]]
      refuse_stamp();
  }

  Time stamp() const { return bits_ >> 10U; }
  Token token() const {
    return {static_cast<TokenKind>(bits_ >> 8U & 3U), static_cast<std::uint8_t>(bits_)};
  }
  bool is_data() const { return (bits_ >> 8U & 3U) == 0; }

 private:
  [[noreturn]] static void refuse_stamp();

  static_assert(static_cast<unsigned>(TokenKind::data) == 0 &&
                static_cast<unsigned>(TokenKind::eop) < 4 &&
                static_cast<unsigned>(TokenKind::eom) < 4);

  std::uint64_t bits_;  // stamp, kind, value
};

}  // namespace weft
