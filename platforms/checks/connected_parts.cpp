#include "platforms/checks/connected_parts.hpp"

#include <numeric>

namespace weft {

std::vector<std::size_t> connected_parts(const Platform& platform) {
  std::vector<std::size_t> parent(platform.components.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const LinkSpec& link : platform.links) {
    parent[root(link.from.component)] = root(link.to.component);
  }
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root(i);
  return parent;
}

}  // namespace weft
