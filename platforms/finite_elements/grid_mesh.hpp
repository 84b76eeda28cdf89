// Meshes of the topology of a grid.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "platforms/finite_elements/mesh.hpp"

namespace weft::finite_elements {

/// Where an element stands in the grid, x first; the two triangles of a square at the same place.
using GridPlace = std::array<unsigned, 3>;

struct GridMesh {
  Mesh mesh;
  std::vector<GridPlace> places;  ///< Of the elements.
};

/// Nodes of a grid at a distance of 1 from their neighbours, those inside moved by up to a quarter
/// in each dimension as the seed draws it. With one node along z the squares are two triangles
/// each, whose diagonals alternate; else elements are bricks, whose corners stand in the order of
/// their bits (x lowest). Two nodes or more along x and along y.
GridMesh make_grid_mesh(const std::array<unsigned, 3>& nodes, std::uint64_t seed);

}  // namespace weft::finite_elements
