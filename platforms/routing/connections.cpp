#include "platforms/routing/connections.hpp"

#include <limits>

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

}  // namespace weft
