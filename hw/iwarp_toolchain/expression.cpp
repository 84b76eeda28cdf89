#include "hw/iwarp_toolchain/expression.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/channel_mode.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp/isa/spool_control.hpp"

namespace weft::isa {

namespace {

std::vector<Constant> make_constants() {
  std::vector<Constant> all;
  for (const Bus bus : all_busses) all.push_back({name_of(bus), index_of(bus)});
  std::int64_t number = 0;
  for (const std::string& name : tag_names()) all.push_back({"tag_" + name, number++});
  number = 0;
  for (const std::string& name : event_names()) all.push_back({"kind_" + name, number++});
  number = 0;
  for (const std::string& name : event_names())
    all.push_back({"on_" + name, std::int64_t{1} << number++});
  for (unsigned mode = 0; mode < mode_count; ++mode) {
    all.push_back({std::string("mode_") + name_of(static_cast<ChannelMode>(mode)), mode});
  }
  const std::vector<Constant> fields{{"header_origin", 1 << origin_shift},
                                     {"header_pool", 1 << pool_shift},
                                     {"header_next_pool", 1 << next_pool_shift},
                                     {"header_direction", 1 << direction_shift},
                                     {"header_turn", 1 << turn_shift},
                                     {"match_pathways", 1},
                                     {"match_messages", 2},
                                     {"match_guard", 4},
                                     {"instate_level", 1},
                                     {"instate_default", 1 << 8},
                                     {"instate_has_default", 1 << 13},
                                     {"instate_output", 1 << 14},
                                     {"instate_linked", 1 << 19},
                                     {"instate_mode", 1 << 20},
                                     {"instate_readable", 1 << 23},
                                     {"outstate_input", 1},
                                     {"outstate_fed", 1 << 5},
                                     {"outstate_drained", 1 << 6},
                                     {"outstate_passes", 1 << 7},
                                     {"outstate_free_slots", 1 << 8},
                                     {"outstate_reserved", 1 << 16},
                                     {"context_bus", 1 << 5},
                                     {"context_own", 1 << 7},
                                     {"context_default", 1 << 8},
                                     {"context_has_default", 1 << 13},
                                     {"context_output", 1 << 14},
                                     {"context_linked", 1 << 19},
                                     {"context_mode", 1 << 20},
                                     {"context_joint", 1 << 23},
                                     {"context_request_bus", 1 << 24},
                                     {"context_request_pool", 1 << 26},
                                     {"context_convert", 1 << 30},
                                     {"outcontext_bus", 1 << 5},
                                     {"outcontext_spare", 1 << 7},
                                     {"outcontext_pool", 1 << 8},
                                     {"outcontext_reserved", 1 << 16},
                                     {"outcontext_unfinished", 1 << 17},
                                     {"spool_out", 1 << spool_out_bit},
                                     {"spool_until_end", 1 << spool_until_end_bit},
                                     {"spool_follows", 1 << spool_follows_bit},
                                     {"spool_followed", 1 << spool_followed_shift},
                                     {"spool_ring", 1 << spool_ring_bit},
                                     {"spool_words", 1 << spool_words_shift}};
  all.insert(all.end(), fields.begin(), fields.end());
  return all;
}

// Arithmetic wraps around.
std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }

class Parser {
 public:
  Parser(TokenStream& tokens, const SymbolTable& symbols) : tokens_(tokens), symbols_(symbols) {}

  Value read(unsigned level = 0) {
    if (level == operators.size()) return read_unary();
    Value left = read(level + 1);
    while (true) {
      const Token token = tokens_.peek();
      if (token.kind != TokenKind::symbol || !is_operator(token.text, level)) return left;
      tokens_.take();
      const Value right = read(level + 1);
      left = {apply(token, left, right), left.known && right.known};
    }
  }

 private:
  static constexpr unsigned most_nested = 64;
  // from the loosest on
  static constexpr std::array<std::array<std::string_view, 3>, 6> operators{
      {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};

  static bool is_operator(const std::string& text, unsigned level) {
    for (const std::string_view name : operators[level]) {
      if (!name.empty() && name == text) return true;
    }
    return false;
  }

  static std::int64_t apply(const Token& at, Value left, Value right) {
    const auto a = static_cast<std::uint64_t>(left.number);
    const auto b = static_cast<std::uint64_t>(right.number);
    switch (at.text[0]) {
      case '|': return wrap(a | b);
      case '^': return wrap(a ^ b);
      case '&': return wrap(a & b);
      case '+': return wrap(a + b);
      case '-': return wrap(a - b);
      case '*': return wrap(a * b);
      case '<': return wrap(a << places(at, right));
      case '>': return left.number >> places(at, right);
      default: return divide(at, left, right);
    }
  }

  // Of a shift.
  static std::uint64_t places(const Token& at, Value by) {
    constexpr std::int64_t most = 63;
    if (by.number < 0 || by.number > most) {
      TokenStream::fail(at, std::to_string(by.number) + " places", "expected a shift by 0 to 63");
    }
    return static_cast<std::uint64_t>(by.number);
  }

  static std::int64_t divide(const Token& at, Value left, Value right) {
    if (!left.known || !right.known) return 0;
    if (right.number == 0) TokenStream::fail(at, "division by zero", "");
    if (right.number == -1)
      return at.text == "/" ? wrap(0 - static_cast<std::uint64_t>(left.number)) : 0;
    return at.text == "/" ? left.number / right.number : left.number % right.number;
  }

  Value read_unary() {
    const Token token = tokens_.take();
    if (++depth_ > most_nested)
      TokenStream::fail(token, "too many operators and parentheses in one another",
                        "expected at most 64");
    Value value = read_primary(token);
    --depth_;
    return value;
  }

  Value read_primary(const Token& token) {
    if (token.kind == TokenKind::integer) return {static_cast<std::int64_t>(token.integer), true};
    if (token.kind == TokenKind::name) return look_up(token);
    if (token.is("-")) {
      const Value value = read_unary();
      return {wrap(0 - static_cast<std::uint64_t>(value.number)), value.known};
    }
    if (token.is("+")) return read_unary();
    if (token.is("~")) {
      const Value value = read_unary();
      return {~value.number, value.known};
    }
    if (token.is("(")) {
      const Value value = read();
      tokens_.expect(")");
      return value;
    }
    TokenStream::fail(token, "expected a number, a name or an expression of them");
  }

  Value look_up(const Token& token) const {
    if (const SymbolTable::Entry* entry = symbols_.find(token.text)) return entry->value;
    if (symbols_.lenient) return {0, false};
    TokenStream::fail(token, "unknown name '" + token.text + "'", "expected a label or a constant",
                      nearest_name(token.text, symbols_.names()));
  }

  TokenStream& tokens_;
  const SymbolTable& symbols_;
  unsigned depth_ = 0;
};

}  // namespace

const std::vector<Constant>& built_in_constants() {
  static const std::vector<Constant> all = make_constants();
  return all;
}

SymbolTable::SymbolTable() {
  for (const Constant& constant : built_in_constants())
    set(constant.name, {constant.value, true}, std::nullopt);
}

std::vector<std::string> SymbolTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

Value read_expression(TokenStream& tokens, const SymbolTable& symbols) {
  return Parser(tokens, symbols).read();
}

}  // namespace weft::isa
