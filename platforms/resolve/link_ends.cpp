#include "platforms/resolve/link_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/ports.hpp"

namespace weft {
namespace {

// Of a component with `count` of them.
std::string expected_ports(const Platform& platform, std::size_t component, unsigned count) {
  if (count == 0) return "it has no ports";
  return fmt::format("expected {} to {}", port_name(platform, {component, 0}),
                     port_name(platform, {component, count - 1}));
}

}  // namespace

std::size_t component_named(const Platform& platform, const Node& node, const std::string& name) {
  if (const auto found = platform.find(name)) return *found;
  std::vector<std::string> names;
  for (const Component& component : platform.components) names.push_back(component.name);
  unknown_name(node.place, "unknown component", name, names);
}

PortName read_port_name(const Platform& platform, const Node& node, std::string_view what) {
  const std::string& text = require_text(node, what);
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) {
    throw InputError(node.place, fmt::format("{} as {}", node.description(), what),
                     "expected a component and its link, such as switch.link3");
  }
  return {component_named(platform, node, text.substr(0, dot)),
          std::string_view(text).substr(dot + 1)};
}

LinkEnd read_end(const Platform& platform, const Node& node) {
  const auto [component, port] = read_port_name(platform, node, "the end of a link");
  const std::string& name = platform.components[component].name;
  const ComponentType& type = *platform.components[component].type;
  if (const auto number = find_port(type, port)) {
    const LinkEnd end{component, *number};
    require_port(platform, end, node);
    return end;
  }
  const unsigned count = port_count(platform, component);
  if (count == 0) {
    throw InputError(node.place, fmt::format("a port of '{}'", name), "it has no ports");
  }
  const std::vector<std::string> names = port_names(type);
  if (!names.empty()) {
    unknown_name(node.place, fmt::format("unknown port of '{}'", name), port, names);
  }
  throw InputError(node.place, fmt::format("unknown port of '{}': '{}'", name, port),
                   expected_ports(platform, component, count));
}

void require_port(const Platform& platform, LinkEnd end, const Node& node) {
  const unsigned count = port_count(platform, end.component);
  if (end.port < count) return;
  throw InputError(node.place, fmt::format("{}, which does not exist", port_name(platform, end)),
                   expected_ports(platform, end.component, count));
}

unsigned port_count(const Platform& platform, std::size_t component) {
  return count_ports(*platform.components[component].parameters);
}

const PortInfo& port_info(const Platform& platform, LinkEnd end) {
  return port_info(*platform.components[end.component].type, end.port);
}

bool has_busses(const ComponentType& type) {
  return std::any_of(type.ports.begin(), type.ports.end(),
                     [](const PortInfo& port) { return port.one_way; });
}

std::string port_name(const Platform& platform, LinkEnd end) {
  const Component& owner = platform.components[end.component];
  return owner.name + '.' + port_name(*owner.type, end.port);
}

}  // namespace weft
