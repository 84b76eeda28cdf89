// The words of a program's text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::isa {

enum class TokenKind : std::uint8_t {
  name,     ///< Letters, digits, `_` and `.`, not beginning with a digit.
  integer,  ///< Decimal, 0x or 0b.
  real,     ///< With a point or an exponent.
  text,     ///< Between quotes in one line, without them.
  symbol,   ///< Anything else; `<<` and `>>` are one.
  newline,
  wrong,  ///< A number that is none, or too large.
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;
  std::uint64_t integer = 0;
  double real = 0;
  unsigned line = 1;
  unsigned column = 1;
  unsigned origin = 0;     ///< In Origins.
  unsigned statement = 0;  ///< Number of its line when all that it stands for has been put in.

  bool is(std::string_view symbol) const { return kind == TokenKind::symbol && text == symbol; }
};

/// What is wrong at a token.
struct TokenError {
  Token at;
  std::string found;
  std::string expected;  ///< May be empty.
  std::string nearest;   ///< May be empty.
};

/// A comment goes from `#` or `//` to the end of the line.
std::vector<Token> read_tokens(std::string_view text);

}  // namespace weft::isa
