// What components of one system have in common.
#pragma once

#include <memory>
#include <typeindex>
#include <unordered_map>
#include <utility>

namespace weft {

/// At most one object of each type, made by the first component that needs it: a clock, a table
/// that is computed once.
class SharedParts {
 public:
  /// `arguments` are those of its constructor, for when it is not there yet.
  template <class Part, class... Arguments>
  Part& get(Arguments&&... arguments) {
    auto& part = parts_[typeid(Part)];
    if (!part) part = std::make_shared<Part>(std::forward<Arguments>(arguments)...);
    return *static_cast<Part*>(part.get());
  }

  /// Null if nobody has needed it.
  template <class Part>
  Part* find() const {
    const auto part = parts_.find(typeid(Part));
    return part == parts_.end() ? nullptr : static_cast<Part*>(part->second.get());
  }

 private:
  std::unordered_map<std::type_index, std::shared_ptr<void>> parts_;
};

}  // namespace weft
