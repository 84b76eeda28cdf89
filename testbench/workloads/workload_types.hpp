// The workloads that a netlist may name.
#pragma once

#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// All but `none`, in the order of `weft list`.
std::vector<ComponentType> workload_types();

}  // namespace weft
