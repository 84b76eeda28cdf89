// Which parameters of the adaptive routers are sound.
#pragma once

#include "hw/adaptive/parameters.hpp"

namespace weft {

/// Throw ParameterError for what a router cannot be: it has 1 to 64 links, a clock that runs, and
/// input frames.
void check_parameters(const ChaosParameters& parameters);
void check_parameters(const ForcedParameters& parameters);

}  // namespace weft
