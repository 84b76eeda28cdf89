// A map of the netlist that is read against the keys that it may have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"

namespace weft {

/// The value of a key of a map, or null; a key without a value counts as absent, everywhere.
const Node* value_of(const Node& map, std::string_view key);

/// Checks once that a node is a map with known keys, then gives its values out.
class Section {
 public:
  /// `what` names the map in messages ("network"). Throws InputError: not a map, an unknown key.
  Section(const Node& node, std::string what, std::vector<std::string> keys);

  /// See value_of.
  const Node* find(std::string_view key) const;
  /// Throws InputError if it is absent; `expected` says what should stand there.
  const Node& at(std::string_view key, std::string_view expected) const;

  const Node& node() const { return *node_; }

 private:
  const Node* node_;
  std::string what_;
};

/// Throws InputError unless the node is of that kind.
const Node& require_map(const Node& node, std::string_view what);
const Node& require_list(const Node& node, std::string_view what);
const std::string& require_text(const Node& node, std::string_view what);

/// Throws the InputError of a map, described by `what` ("a link"), that lacks a key: at the key
/// that was probably meant for it, if there is one.
[[noreturn]] void missing_key(const Node& map, std::string_view what, std::string_view key,
                              std::string_view expected);

/// Throws the InputError of an unknown key or name.
[[noreturn]] void unknown_name(const Place& place, std::string_view found, std::string_view name,
                               const std::vector<std::string>& names);

}  // namespace weft
