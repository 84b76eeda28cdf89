// Which components do links join?
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// A number for each component: equal where links join them in whatever way.
std::vector<std::size_t> connected_parts(const Platform& platform);

}  // namespace weft
