// What workloads that give messages to the nodes of a hypercube need of a platform.
#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError unless the platform has a whole hypercube without co-processors.
void require_message_cube(const Platform& platform, const std::string& workload);

}  // namespace weft
