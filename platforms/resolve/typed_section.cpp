#include "platforms/resolve/typed_section.hpp"

#include <utility>

namespace weft {

const std::vector<std::string> network_keys{"topology",      "processors", "width", "node_width",
                                            "processors_at", "edges",      "cpu",   "router"};
const std::vector<std::string> routing_keys{"algorithm", "grouped",      "addressing",
                                            "channels",  "header_bytes", "deadlock"};

Section known_section(const Node& node, std::string what, const std::vector<std::string>& keys,
                      const ComponentType& type) {
  std::vector<std::string> all = type.parameter_names();
  all.insert(all.begin(), keys.begin(), keys.end());
  return Section(node, std::move(what), std::move(all));
}

ParameterValues read_parameters(const Node& node, std::string what,
                                const std::vector<std::string>& keys, const ComponentType& type) {
  known_section(node, std::move(what), keys, type);
  ParameterValues values(type);
  for (const NodeEntry& entry : node.entries) {
    if (type.find_parameter(entry.key) != nullptr && !entry.value.is_null()) values.set(entry);
  }
  return values;
}

}  // namespace weft
