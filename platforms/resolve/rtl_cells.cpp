#include "platforms/resolve/rtl_cells.hpp"

#include <fmt/format.h>

#include "platforms/components/fault.hpp"
#include "rtl/iwarp/agent_port.hpp"

namespace weft {

void check_rtl_cells(const Platform& platform) {
  for (const Cell& cell : platform.cells) {
    const Component& component = platform.components[cell.component];
    if (component.level != Level::rtl) continue;
    const std::string fault = rtl::find_rtl_fault(iwarp_parameters(platform, cell.component));
    if (fault.empty()) continue;
    refuse(*component.parameters, fmt::format("a cell at rtl that the RTL cannot be: {}", fault));
  }
}

}  // namespace weft
