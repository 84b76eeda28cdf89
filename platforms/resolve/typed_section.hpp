// Maps of the netlist that have keys of their own and the parameters of a type that they choose.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {

/// The values of such a map: `network:` with a topology, `routing:` with an algorithm.
struct TypedSection {
  ParameterValues common;  ///< Of the section.
  ParameterValues chosen;  ///< Of the type.
};

/// Reads the map, checked against the keys of both. Throws InputError.
TypedSection read_typed_section(const Node& node, const ComponentType& section,
                                const ComponentType& chosen);

}  // namespace weft
