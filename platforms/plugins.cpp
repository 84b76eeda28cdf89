#include "platforms/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "platforms/components/components.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

namespace {

// Libraries stay loaded to the end of the program.
std::vector<const rtl::Plugin*>& loaded() {
  static std::vector<const rtl::Plugin*> plugins;
  return plugins;
}

const rtl::Plugin& open(const std::filesystem::path& library, const Place& place) {
  const std::string found = fmt::format("the plugin '{}'", library.string());
  // with a slash, so that it is looked for nowhere else
  void* handle = dlopen(std::filesystem::absolute(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw InputError(place, fmt::format("{}, which cannot be loaded: {}", found, dlerror()));
  }
  const void* symbol = dlsym(handle, rtl::plugin_symbol);
  if (symbol == nullptr) {
    throw InputError(place, fmt::format("{}, which is no plugin of Weft's", found),
                     "expected a library made by weft_add_rtl");
  }
  return *static_cast<const rtl::Plugin*>(symbol);
}

}  // namespace

void load_plugin(const std::filesystem::path& library, const Place& place, std::string_view version,
                 Registry& registry) {
  const rtl::Plugin& plugin = open(library, place);
  if (plugin.weft_version != version) {
    throw InputError(place,
                     fmt::format("the plugin '{}', which was built for Weft {}", library.string(),
                                 plugin.weft_version),
                     fmt::format("this is Weft {}: build it anew", version));
  }
  if (registry.find(plugin.type) != nullptr) {
    throw InputError(place, fmt::format("the plugin '{}' of the type {}, which is there already",
                                        library.string(), plugin.type));
  }
  ComponentType type = c104_type();
  type.name = plugin.type;
  type.help = fmt::format("RTL from {}, with the ports of a c104.", library.filename().string());
  type.levels = {Level::rtl};
  registry.add(std::move(type));
  loaded().push_back(&plugin);
}

const rtl::Plugin* plugin_of(std::string_view type) {
  for (const rtl::Plugin* plugin : loaded()) {
    if (plugin->type == type) return plugin;
  }
  return nullptr;
}

}  // namespace weft
