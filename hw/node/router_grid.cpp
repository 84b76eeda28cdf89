#include "hw/node/router_grid.hpp"

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {

RouterGrid::RouterGrid(const NetworkParameters& parameters)
    : size_{checked(parameters).x, parameters.y, parameters.z},
      step_{1, parameters.x, parameters.x * parameters.y},
      torus_(parameters.torus),
      nodes_per_router_(parameters.nodes_per_router) {}

unsigned RouterGrid::shifted(unsigned node, unsigned far) const {
  unsigned there = 0;
  unsigned step = 1;
  for (const unsigned size : {nodes_per_router_, size_[0], size_[1], size_[2]}) {
    there += (node / step + far / step) % size * step;
    step *= size;
  }
  return there;
}

unsigned RouterGrid::link_towards(unsigned router, unsigned node) const {
  const unsigned target = router_of(node);
  for (unsigned dimension = 0; dimension < size_.size(); ++dimension) {
    const unsigned here = place(router, dimension);
    const unsigned there = place(target, dimension);
    if (here == there) continue;
    const unsigned size = size_[dimension];
    const unsigned up = (there + size - here) % size;
    const bool even_tie = 2 * up == size && here % 2 == 0;
    const bool upwards = torus_ ? 2 * up < size || even_tie : there > here;
    return 2 * dimension + (upwards ? 0 : 1);
  }
  return to_nodes;
}

unsigned RouterGrid::behind(unsigned router, unsigned direction) const {
  const unsigned dimension = direction / 2;
  const unsigned size = size_[dimension];
  const unsigned here = place(router, dimension);
  const unsigned there = (here + (direction % 2 == 0 ? 1 : size - 1)) % size;
  return router - here * step_[dimension] + there * step_[dimension];
}

bool RouterGrid::closes_ring(unsigned router, unsigned direction) const {
  const unsigned dimension = direction / 2;
  return place(router, dimension) == (direction % 2 == 0 ? size_[dimension] - 1 : 0);
}

std::vector<std::size_t> RouterGrid::way(unsigned from, unsigned to) const {
  unsigned router = router_of(from);
  const auto number = [&](unsigned link) { return std::size_t{router} * links + link; };
  std::vector<std::size_t> taken{number(from_nodes)};
  for (;;) {
    const unsigned link = link_towards(router, to);
    taken.push_back(number(link));
    if (link == to_nodes) return taken;
    router = behind(router, link);
  }
}

}  // namespace weft
