// What a workload with random destinations needs of a platform.
#pragma once

#include <cstdint>
#include <string_view>

#include "platforms/platform.hpp"
#include "platforms/registry/parameter_values.hpp"

namespace weft {

/// Throws InputError: fewer than two T9000s for `what`; a `radius` (0 for none) where a T9000 has
/// no coordinates.
void check_random_destinations(const ParameterValues& values, const Platform& platform,
                               std::string_view what, std::uint32_t radius);

}  // namespace weft
