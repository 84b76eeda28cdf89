// The ways of the headers of some processors, one header after the other.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/checks/range_set.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Follows every header of these processors (indices into `processors`), in their order, from every
/// other processor through the tables, over every link of each hunt group and every random header.
/// Throws the InputError of the first that goes wrong; see check_reachability.
///
/// Each table is looked at once for each range of headers: exact, but quadratic for all processors.
void walk_headers(const Platform& platform, const std::vector<std::size_t>& destinations);

}  // namespace weft
