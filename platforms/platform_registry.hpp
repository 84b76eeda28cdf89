// The types that a platform is made of.
#pragma once

#include <vector>

#include "platforms/registry/registry.hpp"

namespace weft {

/// Sections, components and links, the workload `none` and those that are given (the testbench has
/// them), topologies, routing algorithms.
Registry platform_registry(std::vector<ComponentType> workloads);

}  // namespace weft
