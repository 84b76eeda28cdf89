// In the place of platforms/plugins, as no input brings a library of the machine into a fuzzer,
// and of platforms/checks/rtl_level.cpp, which asks the RTL.
#include "platforms/checks/rtl_level.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/plugins/plugins.hpp"

namespace weft {

std::shared_ptr<const Registry> with_plugins(const Netlist& netlist,
                                             std::shared_ptr<const Registry> base) {
  if (const Node* node = value_of(netlist.root, "plugins")) {
    throw InputError(node->place, "plugins", "expected none");
  }
  return base;
}

void check_rtl_level(const Platform&) {}

}  // namespace weft
