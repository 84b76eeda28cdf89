#include "platforms/netlist/node.hpp"

#include <algorithm>

namespace weft {

const Node* Node::find(std::string_view key) const {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const NodeEntry& other) { return other.key == key; });
  return entry == entries.end() ? nullptr : &entry->value;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

std::string Node::description() const {
  constexpr std::size_t longest = 60;
  switch (kind) {
    case Kind::null: return "nothing";
    case Kind::list: return "a list";
    case Kind::map: return "a map";
    case Kind::scalar: break;
  }
  std::string shown = text.substr(0, longest);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return "'" + shown + (text.size() > longest ? "...'" : "'");
}

}  // namespace weft
