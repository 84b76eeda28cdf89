// In the place of platforms/plugins.cpp: no input brings a library of the machine into a fuzzer.
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins.hpp"

namespace weft {

void load_plugin(const std::filesystem::path& library, const Place& place) {
  throw InputError(place, "the plugin '" + library.string() + "'", "expected none");
}

const Registry& registry_of(const Netlist& netlist) {
  if (const Node* node = netlist.root.find("plugins"); node != nullptr) {
    throw InputError(node->place, "plugins", "expected none");
  }
  return built_in_registry();
}

}  // namespace weft
