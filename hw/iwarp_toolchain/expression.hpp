// Expressions of constants and labels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/iwarp_toolchain/token_stream.hpp"

namespace weft::isa {

/// A value that is not known yet comes from a label further down in the text.
struct Value {
  std::int64_t number = 0;
  bool known = true;
};

/// Names with values: labels, constants of the program and the constants that every program has.
class SymbolTable {
 public:
  /// With the constants that every program has: numbers of busses, tags, sets of events, the fields
  /// of header words and of the control word of a spooling gate.
  SymbolTable();

  struct Entry {
    Value value;
    std::optional<Token> place;  ///< Nothing for a constant that every program has.
  };

  void set(const std::string& name, Value value, std::optional<Token> place) {
    entries_[name] = {value, std::move(place)};
  }
  const Entry* find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }
  std::vector<std::string> names() const;
  /// A name that has no value is not known, rather than wrong.
  bool lenient = true;

 private:
  std::map<std::string, Entry> entries_;
};

/// The constants that every program has, for the reference page.
struct Constant {
  std::string name;
  std::int64_t value = 0;
};
const std::vector<Constant>& built_in_constants();

/// Reads and evaluates: + - * / % << >> & | ^ ~ and parentheses as in C, in 64 bits. Throws a
/// TokenError.
Value read_expression(TokenStream& tokens, const SymbolTable& symbols);

}  // namespace weft::isa
