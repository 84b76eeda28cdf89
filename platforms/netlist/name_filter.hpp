// Which names a user's pattern selects.
#pragma once

#include <string_view>

#include "platforms/netlist/pattern.hpp"

namespace weft {

/// Calls `visit` for the name and for every name above it ("node[3,2]" is above
/// "node[3,2].router"), until one returns true.
template <class Visit>
bool any_level(std::string_view name, Visit visit) {
  for (;;) {
    if (visit(name)) return true;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return false;
    name = name.substr(0, dot);
  }
}

/// A pattern selects the names that it matches (matches_pattern) and those that lie below one; so
/// "node[3,2]" selects "node[3,2].router".
inline bool selects(std::string_view pattern, std::string_view name) {
  return any_level(name,
                   [pattern](std::string_view level) { return matches_pattern(level, pattern); });
}

}  // namespace weft
