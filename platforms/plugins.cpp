#include "platforms/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "platforms/built_in_registry.hpp"
#include "platforms/components/components.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "rtl/c104/c104_models.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "rtl/iwarp/iwarp_model.hpp"
#include "rtl/plugin/plugin.hpp"

namespace weft {

namespace {

// Libraries stay loaded to the end of the program.
struct Loaded {
  Registry registry = make_built_in_registry();
  std::vector<std::pair<std::filesystem::path, const rtl::Plugin*>> plugins;
};

Loaded& loaded() {
  static Loaded all;
  return all;
}

bool is_loaded(const std::filesystem::path& path) {
  for (const auto& [of, plugin] : loaded().plugins) {
    if (of == path) return true;
  }
  return false;
}

const rtl::Plugin& open(const std::filesystem::path& path, const std::string& found,
                        const Place& place) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw InputError(place, fmt::format("{}, which cannot be loaded: {}", found, dlerror()),
                     "expected a library made by weft_add_rtl");
  }
  const void* symbol = dlsym(handle, rtl::plugin_symbol);
  if (symbol == nullptr) {
    throw InputError(place, fmt::format("{}, which is no plugin of Weft's", found),
                     "expected a library made by weft_add_rtl");
  }
  return *static_cast<const rtl::Plugin*>(symbol);
}

/// What a plugin brings, by the ports of its RTL.
struct PortSet {
  ComponentType (*base)();  ///< The type whose parameters it has.
  const char* help;
};

/// In the order of rtl::MakeRtl.
constexpr std::array<PortSet, std::variant_size_v<rtl::MakeRtl>> port_sets{
    {{c104_type, "RTL from {}, with the ports of a c104."},
     {t9000_type, "A t9000 whose DS-Links are RTL from {}."},
     {iwarp_type, "An iwarp whose communication agent is RTL from {}."}}};

ComponentType type_of(const rtl::Plugin& plugin, const std::filesystem::path& library) {
  const PortSet& ports = port_sets[plugin.make.index()];
  ComponentType type = ports.base();
  type.name = plugin.type;
  type.help = fmt::format(fmt::runtime(ports.help), library.filename().string());
  type.levels = {Level::rtl};
  return type;
}

// Null for a type of Weft's own.
template <class Model>
std::unique_ptr<Model> make_by_plugin(const Component& component) {
  for (const auto& [path, plugin] : loaded().plugins) {
    if (plugin->type == component.type->name) {
      return std::get<std::unique_ptr<Model> (*)()>(plugin->make)();
    }
  }
  return nullptr;
}

}  // namespace

void load_plugin(const std::filesystem::path& library, const Place& place) {
  // with a slash, so that it is looked for nowhere else
  const std::filesystem::path path = std::filesystem::absolute(library).lexically_normal();
  if (is_loaded(path)) return;
  const std::string found = fmt::format("the plugin '{}'", library.string());
  const rtl::Plugin& plugin = open(path, found, place);
  if (plugin.weft_version != std::string_view(WEFT_RTL_VERSION)) {
    throw InputError(place,
                     fmt::format("{}, which was built for Weft {}", found, plugin.weft_version),
                     fmt::format("this is Weft {}: build it anew", WEFT_RTL_VERSION));
  }
  if (loaded().registry.find(plugin.type) != nullptr) {
    throw InputError(place,
                     fmt::format("{} of the type {}, which is there already", found, plugin.type),
                     "expected another NAME in its weft_add_rtl");
  }
  loaded().registry.add(type_of(plugin, path));
  loaded().plugins.emplace_back(path, &plugin);
}

const Registry& registry_of(const Netlist& netlist) {
  if (const Node* node = value_of(netlist.root, "plugins")) {
    const std::vector<Node> one{*node};
    for (const Node& each : node->is_list() ? node->items : one) {
      require_text(each, "plugin");
      load_plugin(file_beside(each), each.place);
    }
  }
  return loaded().plugins.empty() ? built_in_registry() : loaded().registry;
}

std::unique_ptr<rtl::C104Model> make_rtl_c104(const Component& component, unsigned links) {
  auto model = make_by_plugin<rtl::C104Model>(component);
  return model != nullptr ? std::move(model) : rtl::make_c104_model(links);
}

std::unique_ptr<rtl::DsLinkModel> make_rtl_dslink(const Component& component) {
  auto model = make_by_plugin<rtl::DsLinkModel>(component);
  return model != nullptr ? std::move(model) : rtl::make_dslink_model();
}

std::unique_ptr<rtl::IwarpModel> make_rtl_iwarp(const Component& component) {
  auto model = make_by_plugin<rtl::IwarpModel>(component);
  return model != nullptr ? std::move(model) : rtl::make_iwarp_model();
}

}  // namespace weft
