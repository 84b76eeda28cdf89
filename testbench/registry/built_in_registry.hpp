// All types that Weft brings.
#pragma once

#include <memory>

#include "platforms/registry/registry.hpp"

namespace weft {

/// The types that Weft brings: those of platforms (see platform_registry) and the workloads.
const std::shared_ptr<const Registry>& built_in_types();
const Registry& built_in_registry();

}  // namespace weft
