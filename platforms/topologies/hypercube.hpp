// Hypercubes.
#pragma once

#include "platforms/topologies/mesh.hpp"

namespace weft {

/// The shape of a hypercube: 2 in each dimension.
Shape hypercube_shape(unsigned dimensions);

/// e-cube routing: the most significant dimension first.
std::vector<unsigned> e_cube_order(unsigned dimensions);

}  // namespace weft
