#include "platforms/topologies/hypercube.hpp"

namespace weft {

Shape hypercube_shape(unsigned dimensions) { return Shape(dimensions, 2); }

std::vector<unsigned> e_cube_order(unsigned dimensions) {
  std::vector<unsigned> order;
  for (unsigned d = dimensions; d-- > 0;) order.push_back(d);
  return order;
}

}  // namespace weft
