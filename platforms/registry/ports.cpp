#include "platforms/registry/ports.hpp"

#include <cstdint>

#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_ports = 65'536;

bool is_family(const ComponentType& type) {
  return type.ports.size() == 1 && !type.ports.front().count_parameter.empty();
}

}  // namespace

unsigned count_ports(const ParameterValues& values) {
  const ComponentType& type = values.type();
  if (!is_family(type)) return static_cast<unsigned>(type.ports.size());
  return static_cast<unsigned>(values.count(type.ports.front().count_parameter));
}

std::string port_name(const ComponentType& type, unsigned number) {
  if (type.ports.empty()) return "port" + std::to_string(number);
  if (is_family(type)) return type.ports.front().stem + std::to_string(number);
  return type.ports.at(number).stem;
}

std::optional<unsigned> find_port(const ComponentType& type, std::string_view name) {
  if (!is_family(type)) {
    for (unsigned i = 0; i < type.ports.size(); ++i) {
      if (type.ports[i].stem == name) return i;
    }
    return {};
  }
  const std::string& stem = type.ports.front().stem;
  if (name.substr(0, stem.size()) != stem) return {};
  const auto number = parse_whole(name.substr(stem.size()));
  if (!number || *number >= most_ports) return {};
  return static_cast<unsigned>(*number);
}

const PortInfo& port_info(const ComponentType& type, unsigned number) {
  return is_family(type) ? type.ports.front() : type.ports.at(number);
}

std::vector<std::string> port_names(const ComponentType& type) {
  std::vector<std::string> names;
  if (is_family(type)) return names;
  for (const PortInfo& port : type.ports) names.push_back(port.stem);
  return names;
}

}  // namespace weft
