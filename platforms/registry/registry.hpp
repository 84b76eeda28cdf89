// Registered types.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// The types that a netlist may name. References to types stay valid as others are added.
class Registry {
 public:
  /// Throws std::logic_error if the name is taken or the type makes no sense; see require_sound.
  const ComponentType& add(ComponentType type);

  /// Null if there is none.
  const ComponentType* find(std::string_view name) const;

  /// The type that `node` names. Throws InputError, with the nearest name, if there is none of that
  /// role.
  const ComponentType& at(const Node& node, TypeRole role) const;

  /// In the order of registration.
  const std::deque<ComponentType>& types() const { return types_; }
  std::vector<std::string> names(TypeRole role) const;

 private:
  std::deque<ComponentType> types_;
};

}  // namespace weft
