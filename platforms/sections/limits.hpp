// Bounds that several sections and their readers share.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

inline constexpr unsigned most_links = 64;         ///< Of a router.
inline constexpr unsigned header_values = 65'536;  ///< Of two bytes.

/// Between two looks of the watchdog: a token on the slowest link takes less.
inline constexpr Time shortest_watchdog = 20 * microsecond;

}  // namespace weft
