// What holds for components at `stream` level.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError where a link leads from `stream` to another level, where two links at `stream`
/// have different rates, and for headers that change, which the level lacks. Faults and bit errors
/// are refused by check_levels.
void check_stream_level(const Platform& platform);

}  // namespace weft
