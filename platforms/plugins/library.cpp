#include "platforms/plugins/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "platforms/components/components.hpp"
#include "platforms/netlist/input_error.hpp"
#include "rtl/plugin/plugin.hpp"

namespace weft {
namespace {

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
  ComponentModules (*modules)();
  const char* help;
};

/// In the order of rtl::MakeRtl.
constexpr std::array<PortSet, std::variant_size_v<rtl::MakeRtl>> port_sets{
    {{c104_type, c104_modules, "RTL from {}, with the ports of a c104."},
     {t9000_type, t9000_modules, "A t9000 whose DS-Links are RTL from {}."},
     {iwarp_type, iwarp_modules, "An iwarp whose communication agent is RTL from {}."}}};

ComponentType type_of(const rtl::Plugin& plugin, const std::filesystem::path& library) {
  const PortSet& ports = port_sets[plugin.make.index()];
  ComponentType type = ports.base();
  type.name = plugin.type;
  type.help = fmt::format(fmt::runtime(ports.help), library.filename().string());
  type.modules = ports.modules();
  type.levels = {Level::rtl};
  type.rtl = &plugin;
  return type;
}

}  // namespace

void add_types_of(const std::filesystem::path& path, const Node& name, Registry& registry) {
  const std::string found = fmt::format("the plugin '{}'", name.text);
  const rtl::Plugin& plugin = open(path, found, name.place);
  if (plugin.weft_version != std::string_view(WEFT_RTL_VERSION)) {
    throw InputError(name.place,
                     fmt::format("{}, which was built for Weft {}", found, plugin.weft_version),
                     fmt::format("this is Weft {}: build it anew", WEFT_RTL_VERSION));
  }
  if (registry.find(plugin.type) != nullptr) {
    throw InputError(name.place,
                     fmt::format("{} of the type {}, which is there already", found, plugin.type),
                     "expected another NAME in its weft_add_rtl");
  }
  registry.add(type_of(plugin, path));
}

}  // namespace weft
