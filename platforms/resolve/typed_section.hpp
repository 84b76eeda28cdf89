// Maps of the netlist that have keys of their own and the parameters of a type that they name.
#pragma once

#include <string>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {

/// Keys of `network:` that every topology has.
extern const std::vector<std::string> network_keys;
/// Keys of `routing:` that every algorithm has.
extern const std::vector<std::string> routing_keys;

/// The map, checked against `keys` and the parameters of the type. Throws InputError.
Section known_section(const Node& node, std::string what, const std::vector<std::string>& keys,
                      const ComponentType& type);

/// The values of the type's parameters in it. Throws InputError.
ParameterValues read_parameters(const Node& node, std::string what,
                                const std::vector<std::string>& keys, const ComponentType& type);

}  // namespace weft
