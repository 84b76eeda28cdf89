// Maps of the netlist by the sections of the registry.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {

/// The values of a map whose keys are those of a section. Throws InputError: an unknown key, a bad
/// value, what the section's own check refuses.
ParameterValues read_section(const Node& node, const ComponentType& section);

/// The values of a map that has keys of its own and the parameters of a type that it chooses:
/// `network:` with a topology, `routing:` with an algorithm.
struct TypedSection {
  ParameterValues common;  ///< Of the section.
  ParameterValues chosen;  ///< Of the type.
};

/// Reads the map, checked against the keys of both. Throws InputError.
TypedSection read_typed_section(const Node& node, const ComponentType& section,
                                const ComponentType& chosen);

}  // namespace weft
