// Finite element meshes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::finite_elements {

/// Nodes, and elements between them, all of one kind.
struct Mesh {
  using Point = std::array<double, 3>;

  unsigned corners = 3;      ///< Of an element: 3 of a triangle, 4 of a tetrahedron, 8 of a brick.
  std::vector<Point> nodes;  ///< Of a mesh of triangles z is 0.
  std::vector<std::uint32_t> corner_nodes;  ///< Of the elements, one behind the other.

  std::size_t elements() const { return corner_nodes.size() / corners; }
  std::uint32_t node(std::size_t element, unsigned corner) const {
    return corner_nodes[element * corners + corner];
  }
};

}  // namespace weft::finite_elements
