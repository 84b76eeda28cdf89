// The component and link types of transputer networks and iWarp arrays, as registered.
#pragma once

#include "platforms/registry/component_type.hpp"

namespace weft {

ComponentType dslink_type();         ///< hw/dslink/parameters.hpp
ComponentType c104_type();           ///< hw/c104/parameters.hpp
ComponentType t9000_type();          ///< hw/t9000/parameters.hpp
ComponentType chaos_router_type();   ///< hw/adaptive/parameters.hpp
ComponentType forced_router_type();  ///< hw/adaptive/parameters.hpp

ComponentType iwarp_type();  ///< hw/iwarp/parameters.hpp

}  // namespace weft
