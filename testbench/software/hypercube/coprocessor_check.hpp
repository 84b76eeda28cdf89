// What programs on the nodes of a hypercube ask of a platform.
#pragma once

#include <cstdint>

#include "platforms/platform.hpp"

namespace weft {

/// For ComponentType::check_on: a whole cube of nodes with co-processors, of which each has so many
/// bytes of memory below its system buffers. Throws InputError.
void require_coprocessors(const Platform& platform, std::uint64_t bytes);

}  // namespace weft
