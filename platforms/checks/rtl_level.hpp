// What holds for components at `rtl` level.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError for a switch at `rtl` that its RTL cannot be (see rtl::find_rtl_fault), or
/// whose tables a fault rewrites in the run; and for an iWarp cell that the Verilog is not built
/// for.
void check_rtl_level(const Platform& platform);

}  // namespace weft
