// Platform files, with the types that Weft brings and those of plugins.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Reads a platform file; see load_tree. What belongs to which type is known of Weft's own types,
/// and of those of the plugins that it names.
Netlist load_netlist(const std::filesystem::path& file);

/// The same from memory; `name` stands in messages, includes are relative to the folder in it.
Netlist parse_netlist(std::string_view text, const std::string& name = "netlist");

/// As if the netlist named one more plugin, relative to the working directory: what is set in it
/// from now on can be of its types.
void add_plugin(Netlist& netlist, const std::string& library, const Place& place);

/// Resolves and checks a netlist with the types that Weft brings and those of the plugins that it
/// names. Throws InputError.
Platform resolve(const Netlist& netlist);

}  // namespace weft
