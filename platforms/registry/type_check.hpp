// What a type must be like to be registered.
#pragma once

#include "platforms/registry/component_type.hpp"

namespace weft {

/// Throws std::logic_error, with the type and the parameter, unless the type makes sense: names
/// that YAML can have as keys, each parameter once and with a help, bounds that are one, a default
/// within them, and what its role needs to be made.
void require_sound(const ComponentType& type);

}  // namespace weft
