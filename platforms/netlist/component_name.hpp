// What a component may be called.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace weft {

/// A letter, then letters, digits, `_` and `-`, then perhaps numbers in brackets: switch,
/// node[1,2].
inline bool is_component_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (name.empty() || !is_letter(name[0])) return false;
  std::size_t i = 0;
  while (i < name.size() && (is_letter(name[i]) || is_digit(name[i]) || name[i] == '-')) ++i;
  if (i == name.size()) return true;
  if (name[i] != '[' || name.back() != ']') return false;
  bool number = false;
  for (++i; i + 1 < name.size(); ++i) {
    if (!is_digit(name[i]) && !(name[i] == ',' && number)) return false;
    number = is_digit(name[i]);
  }
  return number;
}

/// The same of a part of a node: one name, or two with a dot between, as node[1,2].router.
inline bool is_name_at_node(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return is_component_name(name);
  return is_component_name(name.substr(0, dot)) && is_component_name(name.substr(dot + 1));
}

}  // namespace weft
