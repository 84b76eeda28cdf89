// What families note of a platform beside its components.
#pragma once

#include <any>
#include <typeindex>
#include <unordered_map>

namespace weft {

/// At most one object of each type. A family whose components need more than their parameters (an
/// order, tables, a program) has a type for that, with functions that ask a platform for it, so
/// that a platform need not know the family. Copied with the platform.
class PlatformParts {
 public:
  /// To be filled in; empty when it is asked for first.
  template <class Part>
  Part& edit() {
    std::any& part = parts_[typeid(Part)];
    if (!part.has_value()) part.emplace<Part>();
    return *std::any_cast<Part>(&part);
  }

  /// An empty one where nothing was noted.
  template <class Part>
  const Part& get() const {
    static const Part none{};
    const auto part = parts_.find(typeid(Part));
    return part == parts_.end() ? none : *std::any_cast<Part>(&part->second);
  }

 private:
  std::unordered_map<std::type_index, std::any> parts_;
};

}  // namespace weft
