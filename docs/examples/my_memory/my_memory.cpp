// What the library brings.
#include "platforms/plugins/plugin.hpp"
#include "platforms/registry/type_list.hpp"

using weft::ComponentType;

// One line for each: <name>_type() in a file of its own.
#define MY_MEMORIES(TYPE) \
  TYPE(store)             \
  TYPE(banks)

MY_MEMORIES(WEFT_DECLARE_TYPE)

WEFT_PLUGIN(registry) {
  for (const ComponentType& type : {MY_MEMORIES(WEFT_MAKE_TYPE)}) registry.add(type);
}
