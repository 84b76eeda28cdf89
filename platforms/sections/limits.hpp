// Bounds that several sections and their readers share.
#pragma once

namespace weft {

inline constexpr unsigned most_links = 64;         ///< Of a router.
inline constexpr unsigned header_values = 65'536;  ///< Of two bytes.

}  // namespace weft
