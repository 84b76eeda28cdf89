#include "platforms/registry/component_type.hpp"

#include <algorithm>
#include <utility>

#include "platforms/netlist/section.hpp"

namespace weft {
std::string_view name_of(Level level) {
  switch (level) {
    case Level::rtl: return "rtl";
    case Level::signal: return "signal";
    case Level::word: return "word";
    case Level::token: return "token";
    case Level::stream: return "stream";
    case Level::packet: return "packet";
  }
  return {};
}

Level read_level(const Node& node) {
  const std::string& name = require_text(node, "level");
  std::vector<std::string> names;
  for (const Level level : all_levels) {
    if (name == name_of(level)) return level;
    names.emplace_back(name_of(level));
  }
  unknown_name(node.place, "unknown level", name, names);
}

std::string_view name_of(TypeRole role) {
  switch (role) {
    case TypeRole::component: return "component";
    case TypeRole::link: return "link";
    case TypeRole::workload: return "workload";
    case TypeRole::topology: return "topology";
    case TypeRole::routing: return "routing";
    case TypeRole::section: return "section";
  }
  return {};
}

ComponentType make_type(TypeRole role, std::string name, std::string help) {
  ComponentType type;
  type.name = std::move(name);
  type.role = role;
  type.help = std::move(help);
  return type;
}

const ParameterInfo* ComponentType::find_parameter(std::string_view parameter) const {
  const auto info = std::find_if(parameters.begin(), parameters.end(),
                                 [&](const ParameterInfo& i) { return i.name == parameter; });
  return info == parameters.end() ? nullptr : &*info;
}

std::vector<std::string> ComponentType::parameter_names() const {
  std::vector<std::string> names;
  for (const ParameterInfo& info : parameters) names.push_back(info.name);
  return names;
}

std::vector<std::string> ComponentType::keys() const {
  std::vector<std::string> keys = parameter_names();
  if (choice) keys.insert(keys.begin(), choice->key);
  return keys;
}

bool ComponentType::has_level(Level level) const {
  return std::find(levels.begin(), levels.end(), level) != levels.end();
}

void ComponentType::add_level(Level level, ComponentFactory factory) {
  levels.push_back(level);
  modules.factories[level] = std::move(factory);
}

}  // namespace weft
