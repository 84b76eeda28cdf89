#include "hw/iwarp_toolchain/numbers.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

namespace weft::isa {

double read_real(TokenStream& tokens) {
  const bool negative = tokens.take_if("-");
  if (!negative) tokens.take_if("+");
  const Token token = tokens.take();
  if (token.kind != TokenKind::real && token.kind != TokenKind::integer) {
    TokenStream::fail(token, "expected a number");
  }
  const double value =
      token.kind == TokenKind::real ? token.real : static_cast<double>(token.integer);
  return negative ? -value : value;
}

float read_single(TokenStream& tokens) {
  const Token at = tokens.peek();
  const double value = read_real(tokens);
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    TokenStream::fail(at, "the number is too large for single precision",
                      "expected at most 3.4e38");
  }
  return static_cast<float>(value);
}

Value read_constant(TokenStream& tokens, const SymbolTable& symbols) {
  const unsigned sign = tokens.peek().is("-") ? 1 : 0;
  if (tokens.peek(sign).kind != TokenKind::real) return read_expression(tokens, symbols);
  return {std::bit_cast<std::int32_t>(read_single(tokens)), true};
}

void check_word(const Token& at, Value value) {
  if (!value.known ||
      (value.number >= -(std::int64_t{1} << 31) && value.number < std::int64_t{1} << 32))
    return;
  TokenStream::fail(at, fmt::format("{} has more than 32 bits", value.number),
                    "expected a value of 32 bits");
}

}  // namespace weft::isa
