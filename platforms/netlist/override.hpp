// `--set path.to.key=value`: changes a netlist before it is resolved.
#pragma once

#include <string>
#include <string_view>

#include "platforms/netlist/netlist.hpp"

namespace weft {

/// Sets one key. The path names keys with dots between them, and items of lists by their number
/// from 0: `network.shape=8x8`, `links.0.width=2`, `components.a.level=signal`. `+` instead of a
/// number is one item more: `faults.+={link: a.link0}`. Maps and lists on the way are made where
/// missing. The value is read as YAML: `4`, `100 Mbit/s`, `{type: none}`, `[x, y]`.
/// A key that chooses a type (Netlist::form), set to another one, takes out what belonged to the
/// old type and the new one lacks. Throws InputError with the place `--set path`: no `=`, an empty
/// path or key, more keys than `max_netlist_depth`, a value that is not YAML, a path that goes
/// through a scalar or past the end of a list.
void apply_override(Netlist& netlist, std::string_view assignment);

/// The same for an option that stands for a key of its own; errors have the place `option`.
void apply_option(Netlist& netlist, std::string_view path, std::string_view value,
                  const std::string& option);

/// The same for a key that a file of its own asks for, which `place` is in: errors of the path and
/// of the value have that place.
void set_key(Netlist& netlist, std::string_view path, std::string_view value, const Place& place);
/// With a value that has been read.
void set_key(Netlist& netlist, std::string_view path, const Node& value);

}  // namespace weft
