// Platform files, with the types that Weft brings and those of plugins.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Reads a platform file; see load_tree. What belongs to which type is known of Weft's own types.
Netlist load_netlist(const std::filesystem::path& file);

/// The same from memory; `name` stands in messages, includes are relative to the folder in it.
Netlist parse_netlist(std::string_view text, const std::string& name = "netlist");

/// Resolves and checks a netlist with the types that Weft brings and those of the plugins that it
/// names. Throws InputError.
Platform resolve(const Netlist& netlist);

}  // namespace weft
