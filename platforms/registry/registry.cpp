#include "platforms/registry/registry.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "platforms/netlist/section.hpp"
#include "platforms/registry/type_check.hpp"

namespace weft {

const ComponentType& Registry::add(ComponentType type) {
  require_sound(type);
  if (find(type.name) != nullptr) {
    throw std::logic_error(fmt::format("the type '{}' is there already", type.name));
  }
  return types_.emplace_back(std::move(type));
}

const ComponentType* Registry::find(std::string_view name) const {
  for (const ComponentType& type : types_) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

const ComponentType& Registry::at(const Node& node, TypeRole role) const {
  const std::string& name = require_text(node, fmt::format("{} type", name_of(role)));
  const ComponentType* type = find(name);
  if (type != nullptr && type->role == role) return *type;
  unknown_name(node.place, fmt::format("unknown {} type", name_of(role)), name, names(role));
}

std::vector<std::string> Registry::names(TypeRole role) const {
  std::vector<std::string> names;
  for (const ComponentType& type : types_) {
    if (type.role == role) names.push_back(type.name);
  }
  return names;
}

}  // namespace weft
