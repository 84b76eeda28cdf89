#include "hw/iwarp_toolchain/tokens.hpp"

#include <charconv>
#include <cmath>

namespace weft::isa {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}
bool goes_on(char c) { return begins_name(c) || is_digit(c); }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Token> read() {
    while (place_ < text_.size()) step();
    add(TokenKind::end, 0);
    return std::move(tokens_);
  }

 private:
  char at(std::size_t ahead) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }

  void step() {
    const char c = at(0);
    if (c == '\n') return end_line();
    if (c == ' ' || c == '\t' || c == '\r') return skip(1);
    if (c == '#' || (c == '/' && at(1) == '/')) return skip_comment();
    if (begins_name(c) && !(c == '.' && is_digit(at(1)))) return read_name();
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return read_number();
    if (c == '"' && closing_quote() != 0) return read_text();
    const bool doubled = (c == '<' || c == '>') && at(1) == c;
    add(TokenKind::symbol, doubled ? 2 : 1);
  }

  void add(TokenKind kind, std::size_t length) {
    tokens_.push_back({kind, std::string(text_.substr(place_, length)), 0, 0, line_, column_});
    skip(length);
  }
  void skip(std::size_t length) {
    place_ += length;
    column_ += static_cast<unsigned>(length);
  }
  void end_line() {
    add(TokenKind::newline, 1);
    ++line_;
    column_ = 1;
  }
  void skip_comment() {
    while (place_ < text_.size() && at(0) != '\n') skip(1);
  }
  void read_name() {
    std::size_t length = 1;
    while (goes_on(at(length))) ++length;
    add(TokenKind::name, length);
  }

  // From here on; 0 if the line has none.
  std::size_t closing_quote() const {
    const std::size_t end = text_.find_first_of("\"\n", place_ + 1);
    return end != std::string_view::npos && text_[end] == '"' ? end - place_ : 0;
  }
  void read_text() {
    const std::size_t length = closing_quote();
    add(TokenKind::text, length + 1);
    tokens_.back().text = tokens_.back().text.substr(1, length - 1);
  }

  // All that looks like a number is one token; what is no number is found wrong as a whole.
  void read_number() {
    std::size_t length = 1;
    const bool plain = !(at(0) == '0' && (at(1) == 'x' || at(1) == 'X' || at(1) == 'b'));
    const auto exponent_sign = [&] {
      const char before = at(length - 1);
      return plain && (at(length) == '+' || at(length) == '-') && (before == 'e' || before == 'E');
    };
    while (goes_on(at(length)) || exponent_sign()) ++length;
    add(TokenKind::wrong, length);
    if (!read_integer(tokens_.back())) read_real(tokens_.back());
  }

  static bool read_integer(Token& token) {
    std::string_view digits = token.text;
    int base = 10;
    if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) base = 16;
    if (digits.size() > 2 && digits[0] == '0' && digits[1] == 'b') base = 2;
    if (base != 10) digits.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), token.integer, base);
    constexpr std::uint64_t most = std::uint64_t{1} << 32;
    const bool good =
        error == std::errc{} && end == digits.data() + digits.size() && token.integer <= most;
    if (good) token.kind = TokenKind::integer;
    return good;
  }

  static void read_real(Token& token) {
    if (token.text.find_first_of(".eE") == std::string::npos) return;
    const char* last = token.text.data() + token.text.size();
    const auto [end, error] = std::from_chars(token.text.data(), last, token.real);
    if (error == std::errc{} && end == last && std::isfinite(token.real))
      token.kind = TokenKind::real;
  }

  std::string_view text_;
  std::size_t place_ = 0;
  unsigned line_ = 1;
  unsigned column_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> read_tokens(std::string_view text) { return Reader(text).read(); }

}  // namespace weft::isa
