// Tokens one after the other, and errors at them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/iwarp_toolchain/tokens.hpp"

namespace weft::isa {

/// Reads tokens; what is wrong is thrown as a TokenError.
class TokenStream {
 public:
  explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(place_ + ahead, tokens_.size() - 1)];
  }
  Token take() {
    Token token = peek();
    if (token.kind != TokenKind::end) ++place_;
    return token;
  }
  bool take_if(std::string_view symbol) {
    if (!peek().is(symbol)) return false;
    ++place_;
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take_if(symbol)) fail(peek(), "expected '" + std::string(symbol) + "'");
  }
  bool at_end_of_line() const {
    return peek().kind == TokenKind::newline || peek().kind == TokenKind::end;
  }
  void restart() { place_ = 0; }

  [[noreturn]] static void fail(const Token& at, std::string expected) {
    throw TokenError{at, describe(at), std::move(expected), {}};
  }
  [[noreturn]] static void fail(const Token& at, std::string found, std::string expected,
                                std::string nearest = {}) {
    throw TokenError{at, std::move(found), std::move(expected), std::move(nearest)};
  }

 private:
  static std::string describe(const Token& token) {
    switch (token.kind) {
      case TokenKind::newline: return "the line ends";
      case TokenKind::end: return "the file ends";
      case TokenKind::wrong: return "'" + token.text + "' is no number";
      case TokenKind::text: return "found \"" + token.text + '"';
      default: return "found '" + token.text + "'";
    }
  }

  std::vector<Token> tokens_;
  std::size_t place_ = 0;
};

}  // namespace weft::isa
