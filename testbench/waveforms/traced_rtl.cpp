#include "testbench/waveforms/traced_rtl.hpp"

namespace weft {

std::vector<TracedRtl> traced_rtl(const System& system) {
  std::vector<TracedRtl> traced;
  for (const auto& [component, module] : system.rtl_routers()) {
    if (module->waves() == nullptr) continue;
    traced.push_back({system.platform().components[component].name + ".rtl", module});
  }
  return traced;
}

}  // namespace weft
