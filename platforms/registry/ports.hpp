// The ports of a component by number and by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// A type has one family of ports, or ports with names of their own; these are numbered in their
/// order. How many a component with these parameters has:
unsigned count_ports(const ParameterValues& values);

/// "link3", "x_right"; the number need not exist.
std::string port_name(const ComponentType& type, unsigned number);

/// The number of a port by its name, or nothing; of a family it need not exist.
std::optional<unsigned> find_port(const ComponentType& type, std::string_view name);

/// What is known of a port.
const PortInfo& port_info(const ComponentType& type, unsigned number);

/// Those of ports with names of their own; none of a family.
std::vector<std::string> port_names(const ComponentType& type);

}  // namespace weft
