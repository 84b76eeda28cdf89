#include "platforms/resolve/typed_section.hpp"

#include <string>
#include <vector>

#include "platforms/netlist/section.hpp"

namespace weft {

TypedSection read_typed_section(const Node& node, const ComponentType& section,
                                const ComponentType& chosen) {
  std::vector<std::string> keys = section.keys();
  for (std::string& name : chosen.parameter_names()) keys.push_back(std::move(name));
  const Section checked(node, section.name, std::move(keys));
  TypedSection values{ParameterValues(section), ParameterValues(chosen)};
  for (const NodeEntry& entry : node.entries) {
    if (section.find_parameter(entry.key) != nullptr) values.common.set(entry);
    if (chosen.find_parameter(entry.key) != nullptr) values.chosen.set(entry);
  }
  return values;
}

}  // namespace weft
