// The inside of RTL as waveforms see it.
#pragma once

#include <string>
#include <vector>

#include "platforms/system.hpp"
#include "rtl/common/rtl_block.hpp"

namespace weft {

/// A block at `rtl` whose inside can be traced.
struct TracedRtl {
  std::string name;  ///< "node[3,2].router.rtl", above the paths in the RTL.
  rtl::RtlBlock* block = nullptr;
};

/// Those of a system, by component.
std::vector<TracedRtl> traced_rtl(const System& system);

}  // namespace weft
