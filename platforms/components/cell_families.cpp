#include "platforms/components/cell_families.hpp"

namespace weft {

const std::vector<const CellFamily*>& cell_families() {
#define WEFT_ADD(name) &name##_cells(),
  static const std::vector<const CellFamily*> families{WEFT_CELL_FAMILIES(WEFT_ADD)};
#undef WEFT_ADD
  return families;
}

}  // namespace weft
