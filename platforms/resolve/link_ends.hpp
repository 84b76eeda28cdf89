// Ports of the components of a platform, as a user writes them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// "node[1,2].router.link20" in its two parts.
struct PortName {
  std::size_t component = 0;
  std::string_view port;  ///< Of the node's text.
};

/// The component of this name, which `node` says. Throws InputError with the nearest name.
std::size_t component_named(const Platform& platform, const Node& node, const std::string& name);

/// Throws InputError unless it is the name of a component and something behind a dot; `what` says
/// what it is meant for ("the end of a link").
PortName read_port_name(const Platform& platform, const Node& node, std::string_view what);

/// The port that a node names. Throws InputError: see read_port_name; no such port.
LinkEnd read_end(const Platform& platform, const Node& node);

/// Throws the InputError of a port beyond those that its component has.
void require_port(const Platform& platform, LinkEnd end, const Node& node);

/// A t9000 has all its links even where fewer are said to be in use by default.
unsigned port_count(const Platform& platform, std::size_t component);
const PortInfo& port_info(const Platform& platform, LinkEnd end);
/// It has ports that are busses (PortInfo::one_way).
bool has_busses(const ComponentType& type);
/// "node[1,2].router.link20"
std::string port_name(const Platform& platform, LinkEnd end);

}  // namespace weft
