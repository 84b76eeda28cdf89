// The link and component types of transputer networks and iWarp arrays, as registered.
#pragma once

#include <vector>

#include "platforms/registry/component_type.hpp"

/// The component types that Weft brings, one line for each. `NAME_type()` is all that is known of
/// it before anything is made, `NAME_modules()` what makes it at each of its levels.
#define WEFT_COMPONENTS(COMPONENT) \
  COMPONENT(c104)                  \
  COMPONENT(t9000)                 \
  COMPONENT(chaos_router)          \
  COMPONENT(forced_router)         \
  COMPONENT(iwarp)

namespace weft {

ComponentType dslink_type();  ///< hw/dslink/parameters.hpp

#define WEFT_DECLARE(name)     \
  ComponentType name##_type(); \
  ComponentModules name##_modules();
WEFT_COMPONENTS(WEFT_DECLARE)
#undef WEFT_DECLARE

/// Of the list, with their modules.
std::vector<ComponentType> component_types();

}  // namespace weft
