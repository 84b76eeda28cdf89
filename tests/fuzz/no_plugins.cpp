// In the place of platforms/plugins.cpp, as no input brings a library of the machine into a fuzzer,
// and of platforms/checks/rtl_level.cpp, which asks the RTL.
#include "platforms/checks/rtl_level.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/plugins.hpp"

namespace weft {

void load_plugin(const std::filesystem::path& library, const Place& place) {
  throw InputError(place, "the plugin '" + library.string() + "'", "expected none");
}

const Registry& registry_of(const Netlist& netlist) {
  if (const Node* node = value_of(netlist.root, "plugins")) {
    throw InputError(node->place, "plugins", "expected none");
  }
  return built_in_registry();
}

void check_rtl_level(const Platform&) {}

}  // namespace weft
