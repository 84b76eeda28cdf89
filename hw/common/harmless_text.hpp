// Names and texts of users' as a terminal may be given them.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// One line without what a terminal would obey: a `?` for each control character, those of ISO 6429
/// beyond ASCII (U+0080 to U+009F in UTF-8) among them.
std::string harmless(std::string_view text);

}  // namespace weft
