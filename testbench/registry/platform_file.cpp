#include "testbench/registry/platform_file.hpp"

#include <memory>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/plugins.hpp"
#include "platforms/registry/section_forms.hpp"
#include "testbench/registry/built_in_registry.hpp"

namespace weft {
namespace {

using Form = std::shared_ptr<const SectionForm>;

Form form_of(const std::shared_ptr<const Registry>& types) {
  return std::make_shared<SectionForm>(section_form(types, "platform"));
}

const Form& own_form() {
  static const Form form = form_of(built_in_types());
  return form;
}

// Of the types that a netlist can name. A plugin that cannot be loaded is told of when the netlist
// is resolved: until then it can still be set to another.
Form form_for(const Netlist& netlist) {
  try {
    const auto types = with_plugins(netlist, built_in_types());
    return types == built_in_types() ? own_form() : form_of(types);
  } catch (const InputError&) {
    return own_form();
  }
}

// Twice where there are plugins: which keys of an included file stay is known by their types only.
template <class Read>
Netlist read_by_types(const Read& read) {
  Netlist netlist = read(own_form());
  Form form = form_for(netlist);
  return form == own_form() ? netlist : read(std::move(form));
}

}  // namespace

Netlist load_netlist(const std::filesystem::path& file) {
  return read_by_types([&](Form form) { return load_tree(file, std::move(form)); });
}

Netlist parse_netlist(std::string_view text, const std::string& name) {
  return read_by_types([&](Form form) { return parse_tree(text, name, std::move(form)); });
}

void add_plugin(Netlist& netlist, const std::string& library, const Place& place) {
  name_plugin(netlist, library, place);
  netlist.form = form_for(netlist);
}

Platform resolve(const Netlist& netlist) {
  return resolve(netlist, with_plugins(netlist, built_in_types()));
}

}  // namespace weft
