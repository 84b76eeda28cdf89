// In the place of platforms/plugins, as no input brings a library of the machine into a fuzzer, and
// of what makes modules.
#include "platforms/components/components.hpp"
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

#define WEFT_NO_MODULES(name) \
  ComponentModules name##_modules() { return {}; }
WEFT_COMPONENTS(WEFT_NO_MODULES)
#undef WEFT_NO_MODULES

}  // namespace weft

/// libsystemc asks for it, and nobody calls it.
extern "C" int sc_main(int, char*[]) { return 1; }
