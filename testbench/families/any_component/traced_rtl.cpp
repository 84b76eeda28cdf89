#include "testbench/families/any_component/traced_rtl.hpp"

namespace weft {

std::vector<TracedRtl> traced_rtl(const System& system) {
  std::vector<TracedRtl> traced;
  for (const auto& [name, block] : system.rtl_probes()) {
    if (block->waves() != nullptr) traced.push_back({name, block});
  }
  return traced;
}

}  // namespace weft
