// The link and component types that Weft brings, as registered.
#pragma once

#include <vector>

#include "platforms/registry/component_type.hpp"

/// The component types that Weft brings, one line for each. `NAME_type()` is all that is known of
/// it before anything is made, `NAME_modules()` what makes it at each of its levels.
#define WEFT_COMPONENTS(COMPONENT) \
  COMPONENT(c104)                  \
  COMPONENT(c104_control)          \
  COMPONENT(control_host)          \
  COMPONENT(t9000)                 \
  COMPONENT(t9000_control)         \
  COMPONENT(chaos_router)          \
  COMPONENT(forced_router)         \
  COMPONENT(iwarp)                 \
  COMPONENT(hypercube_node)        \
  COMPONENT(memory_node)           \
  COMPONENT(dram)                  \
  COMPONENT(memory_port)           \
  COMPONENT(link_end)

/// Likewise the types of links: `NAME_type()`.
#define WEFT_LINKS(LINK) \
  LINK(dslink)           \
  LINK(hypercube_link)   \
  LINK(memory_socket)    \
  LINK(node_link)

namespace weft {

#define WEFT_DECLARE(name)     \
  ComponentType name##_type(); \
  ComponentModules name##_modules();
WEFT_COMPONENTS(WEFT_DECLARE)
#undef WEFT_DECLARE
#define WEFT_DECLARE(name) ComponentType name##_type();
WEFT_LINKS(WEFT_DECLARE)
#undef WEFT_DECLARE

/// Of the list.
std::vector<ComponentType> link_types();
/// Of the list, with their modules.
std::vector<ComponentType> component_types();

}  // namespace weft
