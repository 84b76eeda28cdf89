// Communication operations, composed of basic transfers (section 3.3 of the copy-transfer paper).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/copy_transfer/transfer.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::copy_transfer {

inline constexpr std::size_t longest_expression = 4096;  ///< Characters.
inline constexpr unsigned deepest_expression = 64;       ///< Parentheses in each other.

/// A basic transfer, or some that are composed: in sequence, as they share a resource, or in
/// parallel. The data go through the parts from left to right either way.
struct Expression {
  enum class Kind : std::uint8_t { transfer, sequence, parallel };

  Kind kind = Kind::transfer;
  BasicTransfer transfer;         ///< Of a transfer.
  std::vector<Expression> parts;  ///< Of the others; two at least.
  Place place;                    ///< Of its first transfer.

  const Expression& first() const;  ///< The first transfer in it.
  const Expression& last() const;
  const Pattern& read() const { return first().transfer.read; }
  const Pattern& write() const { return last().transfer.write; }
};

/// As a person writes it, with no more parentheses than it needs: "1C1 o (1S0 || Nd || 0D1) o
/// 1C64".
std::string text_of(const Expression& expression);

/// Calls with each basic transfer, from left to right.
void each_transfer(const Expression& expression,
                   const std::function<void(const Expression&)>& call);

/// Reads `1C1 o (1S0 || Nd || 0D1) o 1C64`, before which `1Q64 =` may stand. Throws InputError, at
/// `place`, or with line and column of its own where `place` has none: what is no expression; `o`
/// and `||` without parentheses between them; patterns that do not match where two transfers are
/// joined, or at an end and in the operation before `=`.
Expression parse_expression(std::string_view text, const Place& place);

}  // namespace weft::copy_transfer
