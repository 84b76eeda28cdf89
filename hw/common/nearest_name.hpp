// "did you mean": the nearest of the valid names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Damerau-Levenshtein distance (optimal string alignment), letters compared without case.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name in `names` with the smallest edit distance to `wrong`, or "" if none is so near that it
/// was likely meant (at most a third of the longer one's length, or 1, and not all of it). The
/// first wins where several are equal.
std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names);

/// "a, b or c"; of more than 20 the first 12, and how many there are.
std::string list_names(const std::vector<std::string>& names);

}  // namespace weft
