#include "platforms/components/components.hpp"

namespace weft {

std::vector<ComponentType> link_types() {
#define WEFT_ADD(name) name##_type(),
  return {WEFT_LINKS(WEFT_ADD)};
#undef WEFT_ADD
}

std::vector<ComponentType> component_types() {
  std::vector<ComponentType> types;
#define WEFT_ADD(name)            \
  types.push_back(name##_type()); \
  types.back().modules = name##_modules();
  WEFT_COMPONENTS(WEFT_ADD)
#undef WEFT_ADD
  return types;
}

}  // namespace weft
