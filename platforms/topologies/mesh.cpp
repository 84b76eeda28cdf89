#include "platforms/topologies/mesh.hpp"

namespace weft {

std::size_t Mesh::distance(std::size_t node, std::size_t destination) const {
  std::size_t hops = 0;
  for (unsigned d = 0; d < shape().size(); ++d) {
    const unsigned at = coordinate(node, d);
    const unsigned to = coordinate(destination, d);
    hops += at < to ? to - at : at - to;
  }
  return hops;
}

}  // namespace weft
