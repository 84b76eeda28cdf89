#include "testbench/registry/platform_file.hpp"

#include "platforms/plugins/plugins.hpp"
#include "platforms/registry/section_forms.hpp"
#include "testbench/registry/built_in_registry.hpp"

namespace weft {
namespace {

const SectionForm* platform_form() {
  static const SectionForm form = section_form(built_in_registry(), "platform");
  return &form;
}

}  // namespace

Netlist load_netlist(const std::filesystem::path& file) { return load_tree(file, platform_form()); }

Netlist parse_netlist(std::string_view text, const std::string& name) {
  return parse_tree(text, name, platform_form());
}

Platform resolve(const Netlist& netlist) {
  return resolve(netlist, with_plugins(netlist, built_in_types()));
}

}  // namespace weft
