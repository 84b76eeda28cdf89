#include "platforms/registry/type_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weft {
namespace {

bool is_key(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), fits);
}

bool is_whole(ParameterKind kind) {
  return kind == ParameterKind::count || kind == ParameterKind::bytes ||
         kind == ParameterKind::tokens || kind == ParameterKind::time ||
         kind == ParameterKind::bit_rate;
}

// Empty if there is none.
std::string fault_of(const ParameterInfo& info) {
  if (!is_key(info.name)) return "a name that is no key of letters, digits and _";
  if (info.help.empty()) return "no help";
  if (info.minimum > info.maximum || info.real_minimum > info.real_maximum) {
    return "a least value above the greatest";
  }
  if (info.kind == ParameterKind::choice && info.choices.empty()) return "nothing to choose from";
  if (!info.default_note.empty()) return {};  // the default depends on the platform
  if (is_whole(info.kind)) {
    const auto value = std::get<std::uint64_t>(info.default_value);
    const bool none = value == 0 && info.zero_allowed;
    if (!none && (value < info.minimum || value > info.maximum))
      return "a default out of its range";
  }
  if (info.kind == ParameterKind::real || info.kind == ParameterKind::percent) {
    const auto value = std::get<double>(info.default_value);
    if (!(value >= info.real_minimum && value <= info.real_maximum)) {
      return "a default out of its range";
    }
  }
  return {};
}

// What the role needs and the type has not; empty if nothing.
std::string lack_of(const ComponentType& type) {
  switch (type.role) {
    case TypeRole::workload:
      return type.make_workload || type.name == "none" ? "" : "make_workload";
    case TypeRole::topology: return type.make_topology ? "" : "make_topology";
    case TypeRole::routing: return type.routing.make ? "" : "routing.make";
    case TypeRole::component: return type.levels.empty() ? "levels" : "";
    default: return {};
  }
}

[[noreturn]] void refuse(const ComponentType& type, const std::string& why) {
  throw std::logic_error(fmt::format("the type '{}' {}", type.name, why));
}

}  // namespace

void require_sound(const ComponentType& type) {
  if (!is_key(type.name)) refuse(type, "has a name that is no key of letters, digits and _");
  if (type.help.empty()) refuse(type, "has no help");
  const std::string lack = lack_of(type);
  if (!lack.empty()) refuse(type, fmt::format("has no {}", lack));
  for (const ParameterInfo& info : type.parameters) {
    const std::string fault = fault_of(info);
    if (!fault.empty()) refuse(type, fmt::format("has a parameter '{}' with {}", info.name, fault));
    if (type.find_parameter(info.name) != &info) {
      refuse(type, fmt::format("has the parameter '{}' twice", info.name));
    }
  }
}

}  // namespace weft
