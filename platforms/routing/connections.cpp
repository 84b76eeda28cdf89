#include "platforms/routing/connections.hpp"

#include <limits>
#include <typeindex>
#include <typeinfo>

#include "hw/c104/parameters.hpp"
#include "hw/iwarp/parameters.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {
namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

}  // namespace

Connections::Connections(const Platform& platform) : far_ends_(platform.components.size()) {
  const auto connect = [this](LinkEnd near, LinkEnd far) {
    auto& ports = far_ends_[near.component];
    if (ports.size() <= near.port) ports.resize(near.port + 1U, LinkEnd{nobody, 0});
    ports[near.port] = far;
  };
  for (const LinkSpec& link : platform.links) {
    connect(link.from, link.to);
    connect(link.to, link.from);
  }
}

std::optional<LinkEnd> Connections::far_end(LinkEnd end) const {
  const auto& ports = far_ends_[end.component];
  if (end.port >= ports.size() || ports[end.port].component == nobody) return {};
  return ports[end.port];
}

// RTL that has come as a plugin has the parameters of the type whose ports it has.

bool is_t9000(const Component& component) {
  return component.type->parameter_struct == std::type_index(typeid(T9000Parameters));
}

bool is_c104(const Component& component) {
  return component.type->parameter_struct == std::type_index(typeid(C104Parameters));
}

bool is_iwarp(const Component& component) {
  return component.type->parameter_struct == std::type_index(typeid(IwarpParameters));
}

bool is_adaptive_router(const Component& component) {
  return component.type->name == "chaos_router" || component.type->name == "forced_router";
}

}  // namespace weft
