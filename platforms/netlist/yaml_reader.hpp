// YAML text to a tree of nodes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "platforms/netlist/node.hpp"

namespace weft {

/// Reads one YAML document. Aliases are written out. Throws InputError, placed in `source`: text
/// that is not UTF-8 or not YAML, a key twice or that is not a plain name, a tag, a second
/// document, nesting deeper than `max_netlist_depth`, more than `max_netlist_nodes` nodes.
/// An empty document is a null node.
Node read_yaml(std::string_view text, std::shared_ptr<const std::string> source);

}  // namespace weft
