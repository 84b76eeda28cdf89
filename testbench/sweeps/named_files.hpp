// What lies in the files that a netlist names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "platforms/netlist/node.hpp"

namespace weft {

/// FNV-1a of 64 bits: two texts that differ share one by chance only.
std::uint64_t fingerprint(std::string_view text);

/// Contents of files, by the name that stands in the netlist.
using NamedFiles = std::map<std::string, std::string>;

/// Adds the files that scalars of the netlist name (programs, graphs, traces, libraries): every
/// text that is the name of a file beside the one that it stands in. Files of one name in several
/// folders are taken together.
void add_named_files(NamedFiles& files, const Node& node);

}  // namespace weft
