// The tree of a parsed netlist: plain data, each node with its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/place.hpp"

namespace weft {

struct NodeEntry;

/// A value of a YAML file. Scalars stay text: what they mean is decided by who reads them, so that
/// `010`, `yes` and `1e3` never turn into something else on the way.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };

  Kind kind = Kind::null;
  std::string text;                ///< Of a scalar.
  std::vector<Node> items;         ///< Of a list.
  std::vector<NodeEntry> entries;  ///< Of a map, in the order of the file; keys are unique.
  Place place;

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  /// The value of `key` in a map, or null.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);

  /// "a map", "a list", "nothing" or "'text'", for messages.
  std::string description() const;
};

/// A key of a map with its value.
struct NodeEntry {
  std::string key;
  Place place;  ///< Of the key.
  Node value;
};

}  // namespace weft
