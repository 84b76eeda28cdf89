#include "platforms/netlist/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

const Node* value_of(const Node& map, std::string_view key) {
  const Node* value = map.find(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

Section::Section(const Node& node, std::string what, std::vector<std::string> keys)
    : node_(&node), what_(std::move(what)) {
  require_map(node, what_);
  for (const NodeEntry& entry : node.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    unknown_name(entry.place, fmt::format("unknown key of {}", what_), entry.key, keys);
  }
}

const Node* Section::find(std::string_view key) const { return value_of(*node_, key); }

const Node& Section::at(std::string_view key, std::string_view expected) const {
  if (const Node* value = find(key)) return *value;
  missing_key(*node_, what_, key, expected);
}

const Node& require_map(const Node& node, std::string_view what) {
  if (node.is_map()) return node;
  throw InputError(node.place, fmt::format("{} as {}", node.description(), what),
                   "expected a map of keys and values");
}

const Node& require_list(const Node& node, std::string_view what) {
  if (node.is_list()) return node;
  throw InputError(node.place, fmt::format("{} as {}", node.description(), what),
                   "expected a list");
}

const std::string& require_text(const Node& node, std::string_view what) {
  if (node.is_scalar()) return node.text;
  throw InputError(node.place, fmt::format("{} as {}", node.description(), what),
                   "expected a text");
}

void missing_key(const Node& map, std::string_view what, std::string_view key,
                 std::string_view expected) {
  for (const NodeEntry& entry : map.entries) {
    if (entry.key == key || nearest_name(entry.key, {std::string(key)}).empty()) continue;
    throw InputError(entry.place,
                     fmt::format("{} without '{}', but with '{}'", what, key, entry.key), expected,
                     key);
  }
  throw InputError(map.place, fmt::format("{} without '{}'", what, key), expected);
}

void unknown_name(const Place& place, std::string_view found, std::string_view name,
                  const std::vector<std::string>& names) {
  Node shown;
  shown.kind = Node::Kind::scalar;
  shown.text = name;
  const std::string expected = names.empty() ? "there is none" : "expected " + list_names(names);
  throw InputError(place, fmt::format("{}: {}", found, shown.description()), expected,
                   nearest_name(name, names));
}

}  // namespace weft
