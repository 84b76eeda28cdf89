// Which parameters of a bare link end are sound.
#pragma once

#include "hw/link_end/parameters.hpp"

namespace weft {

/// Throws ParameterError for a mean of 0 tokens between two pauses.
void check_parameters(const LinkEndParameters& parameters);

}  // namespace weft
