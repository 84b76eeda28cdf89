// What holds for iWarp cells at `rtl` level.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for a cell that the Verilog is not built for.
void check_rtl_cells(const Platform& platform);

}  // namespace weft
