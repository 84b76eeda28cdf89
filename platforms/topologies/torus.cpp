#include "platforms/topologies/torus.hpp"

#include <algorithm>

namespace weft {

bool Torus::needs_lanes() const {
  for (unsigned d = 0; d < shape().size(); ++d) {
    if (has_lanes(d)) return true;
  }
  return false;
}

std::size_t Torus::distance(std::size_t node, std::size_t destination) const {
  std::size_t hops = 0;
  for (unsigned d = 0; d < shape().size(); ++d) {
    const unsigned up = upwards(d, coordinate(node, d), coordinate(destination, d));
    hops += std::min(up, size(d) - up);
  }
  return hops;
}

Topology::Step Torus::step(unsigned dimension, unsigned at, unsigned to) const {
  const bool up = 2 * upwards(dimension, at, to) <= size(dimension);
  if (!has_lanes(dimension)) return {up, Lane::all};
  const bool wrap_ahead = up ? to < at : to > at;
  return {up, wrap_ahead ? Lane::high : Lane::low};
}

}  // namespace weft
