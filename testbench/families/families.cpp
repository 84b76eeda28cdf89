#include "testbench/families/families.hpp"

namespace weft {

std::vector<Family> families() {
  return {
#define WEFT_MAKE(name) name##_family(),
      WEFT_FAMILIES(WEFT_MAKE)
#undef WEFT_MAKE
  };
}

}  // namespace weft
