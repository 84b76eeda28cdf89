// One shared library of a user's.
#pragma once

#include <filesystem>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// Loads a library, if that has not been done yet, and adds its types to a registry. A library of
/// RTL (weft_add_rtl) has one, with the parameters of the block whose ports it has and the one
/// level `rtl`; that of a DS-Link has a second one, a link_end with `_end` behind the name. `path`
/// is absolute; `name` is where the netlist names it. Throws InputError; see with_plugins.
void add_types_of(const std::filesystem::path& path, const Node& name, Registry& registry);

}  // namespace weft
