// Lists of types: one line for each.
#pragma once

#include "platforms/registry/component_type.hpp"

/// For a list `#define LIST(TYPE) TYPE(mesh) TYPE(torus)` of functions `<name>_type()`, each in a
/// file of its own: LIST(WEFT_DECLARE_TYPE) declares them, {LIST(WEFT_MAKE_TYPE)} are the types.
#define WEFT_DECLARE_TYPE(name) ComponentType name##_type();
#define WEFT_MAKE_TYPE(name) name##_type(),
