// Patterns of names: `node[3,*].router`.
#pragma once

#include <string_view>

namespace weft {

/// `*` stands for any run of characters and `?` for any one; everything else, brackets too, for
/// itself.
bool matches_pattern(std::string_view name, std::string_view pattern);

}  // namespace weft
