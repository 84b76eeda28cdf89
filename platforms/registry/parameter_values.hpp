// The resolved parameters of one component, link or workload.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "platforms/registry/parameter.hpp"

namespace weft {

struct ComponentType;

/// A value for every registered parameter of a type, with the place where it was set. Getters mark
/// a parameter as read; one that nobody reads is an error in the type's implementation that must
/// not go unseen, since a user would set it in vain.
class ParameterValues {
 public:
  /// All defaults. `type` is kept by reference; `map` is where the values of a file stand.
  explicit ParameterValues(const ComponentType& type, Place map = {});

  const ComponentType& type() const { return *type_; }

  /// Sets a parameter from YAML, unless its key has no value. Throws InputError: unknown name, bad
  /// value.
  void set(const NodeEntry& entry);

  /// True where a user's file gave the value.
  bool is_set(std::string_view name) const;
  /// Where the value was set; of a default, where the map is that does not have it.
  const Place& place(std::string_view name) const;

  // Typed getters. Throw std::logic_error if there is no such parameter or it is of another kind.
  bool boolean(std::string_view name) const;
  std::uint64_t count(std::string_view name) const;  ///< Also bytes and tokens.
  std::uint64_t time(std::string_view name) const;   ///< ps
  const std::string& choice(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const Shape& shape(std::string_view name) const;
  const Node* table(std::string_view name) const;  ///< Null if it was not given.

  /// The plain struct that the type's parameters are bound to; marks all that are bound as read.
  template <class Parameters>
  Parameters to_struct() const {
    Parameters result;
    store_all(std::type_index(typeid(Parameters)), &result);
    return result;
  }

  /// Throws std::logic_error naming the type and its parameters that nobody has read.
  void require_all_read() const;

 private:
  std::size_t index_of(std::string_view name) const;
  const ParameterValue& read(std::string_view name, ParameterKind kind) const;
  void store_all(std::type_index parameters, void* target) const;

  const ComponentType* type_;
  std::vector<ParameterValue> values_;
  Place map_;
  std::vector<Place> places_;
  mutable std::vector<bool> read_;
};

}  // namespace weft
