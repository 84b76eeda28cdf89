// A user's RTL, brought in while the program runs.
#pragma once

#include <filesystem>
#include <string_view>

#include "platforms/netlist/place.hpp"
#include "platforms/registry/registry.hpp"
#include "rtl/plugin/plugin.hpp"

namespace weft {

/// Loads a shared library made by weft_add_rtl and adds its component type, which has the
/// parameters of the block whose ports it has and the one level `rtl`. Throws InputError at `place`
/// for a file that is no such library, one that was made for another Weft than `version`, and a
/// type that is there already.
void load_plugin(const std::filesystem::path& library, const Place& place, std::string_view version,
                 Registry& registry);

/// The plugin that has brought a type; null for a type of Weft's own.
const rtl::Plugin* plugin_of(std::string_view type);

}  // namespace weft
