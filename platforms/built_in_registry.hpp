// All types that Weft brings.
#pragma once

#include "platforms/registry/registry.hpp"

namespace weft {

/// The types that Weft brings: sections, dslink, c104, t9000, the adaptive routers, workloads,
/// topologies and routing algorithms.
const Registry& built_in_registry();

/// A fresh copy of them, to add types to.
Registry make_built_in_registry();

}  // namespace weft
