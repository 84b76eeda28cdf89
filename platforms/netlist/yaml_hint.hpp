// What a user probably meant by text that is not YAML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

/// What was found and what to write instead.
struct YamlHint {
  std::string found;  ///< Empty if there is no hint.
  std::string expected;
  std::size_t line = 0;    ///< From 1.
  std::size_t column = 0;  ///< From 1.
};

/// Looks in the line of an error for mistakes that Weft's names and patterns invite: a tab in the
/// indentation (of the line before it, too), a pattern that begins with `*` without quotes, a name
/// with brackets without quotes within `{}` or `[]`.
YamlHint yaml_hint(std::string_view text, std::size_t line);

/// The last `{` or `[` that is never closed.
YamlHint unclosed_hint(std::string_view text);

/// The quote of a value that begins at a line and a column, from 1, if nothing closes it. The place
/// is within the text.
YamlHint unclosed_quote(std::string_view text, std::size_t line, std::size_t column);

}  // namespace weft
