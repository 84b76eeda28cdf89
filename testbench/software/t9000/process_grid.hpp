// Processes in rows and columns, one on each T9000.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/registry/shape.hpp"

namespace weft {

/// Where the processes of a grid are, x fastest, by index in processors_of: where the
/// network is a grid of that shape each at its own place, else in the order of the processors.
std::vector<std::size_t> processors_of_grid(const Platform& platform, const Shape& grid);

}  // namespace weft
