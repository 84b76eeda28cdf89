#include "testbench/app/studies.hpp"

#include "platforms/plugins/stamp.hpp"
#include "rtl/common/library_beside.hpp"

namespace weft::app {

const Studies& studies() {
  static const auto& once = load_beside<Studies>({"the commands of studies", WEFT_STUDIES_LIBRARY,
                                                  WEFT_STUDIES_IN_TREE, "weft_studies", WEFT_STAMP,
                                                  "WEFT_STUDIES_BUILD", WEFT_STUDIES_HOW_TO_BUILD});
  return once;
}

}  // namespace weft::app
