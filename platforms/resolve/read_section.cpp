#include "platforms/resolve/read_section.hpp"

#include <string>
#include <vector>

#include "platforms/netlist/section.hpp"

namespace weft {
namespace {

// Those of the type; others belong to somebody else.
ParameterValues values_of(const Node& map, const ComponentType& type) {
  ParameterValues values(type, map.place);
  for (const NodeEntry& entry : map.entries) {
    if (type.find_parameter(entry.key) != nullptr) values.set(entry);
  }
  if (type.check) type.check(values);
  return values;
}

}  // namespace

ParameterValues read_section(const Node& node, const ComponentType& section) {
  const Section checked(node, section.name, section.keys());
  return values_of(node, section);
}

TypedSection read_typed_section(const Node& node, const ComponentType& section,
                                const ComponentType& chosen) {
  std::vector<std::string> keys = section.keys();
  for (std::string& name : chosen.parameter_names()) keys.push_back(std::move(name));
  const Section checked(node, section.name, std::move(keys));
  return {values_of(node, section), values_of(node, chosen)};
}

}  // namespace weft
