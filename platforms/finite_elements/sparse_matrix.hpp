// Sparse matrices of finite elements, in the words of iWarp cells.
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/finite_elements/mesh.hpp"

namespace weft::finite_elements {

/// Square, by compressed rows; in a row columns ascend.
struct SparseMatrix {
  std::vector<std::uint32_t> row_begin{0};  ///< One more than there are rows.
  std::vector<std::uint32_t> column;
  std::vector<float> value;

  std::size_t rows() const { return row_begin.size() - 1; }
  /// Sums of a row in the order of its columns.
  std::vector<float> times(const std::vector<float>& vector) const;
};

/// Of the equation u - div grad u = f, by linear triangles or trilinear bricks: stiffness and mass
/// of these elements only, in the rows and columns of these nodes, which ascend and hold all
/// corners of the elements. Symmetric and positive definite. The sum of the matrices of all parts
/// is that of the mesh.
SparseMatrix assemble(const Mesh& mesh, const std::vector<std::uint32_t>& elements,
                      const std::vector<std::uint32_t>& nodes);

}  // namespace weft::finite_elements
