// Layout of an irregular graph by Graphviz.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "testbench/pictures/geometry.hpp"

namespace weft {

/// Places of `nodes` nodes, none over another, the longer side of the whole across: by neato, or
/// by sfdp where there are many. The same for the same graph and version of Graphviz,
/// for which it seeds `rand` and `drand48`. Throws
/// std::runtime_error if Graphviz cannot do it.
std::vector<Point> graphviz_layout(std::size_t nodes,
                                   const std::vector<std::pair<std::size_t, std::size_t>>& edges);

}  // namespace weft
