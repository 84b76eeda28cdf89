// Products and solutions of a mesh, held against one program that has the whole matrix.
#pragma once

#include <vector>

#include "platforms/finite_elements/mesh.hpp"
#include "platforms/finite_elements/parted_product.hpp"
#include "platforms/finite_elements/sparse_matrix.hpp"

namespace weft::finite_elements {

/// Assembles the matrix of a whole mesh and multiplies in double precision; knows nothing of
/// borders. How far a product in parts may be off follows from roundings of single precision alone:
/// of each entry, product and sum, half of the last bit (2^-24) relative to the sum of the entries'
/// magnitudes times the vector's (Higham 2002, section 3.5).
class SequentialCheck {
 public:
  /// `parts` is the same matrix in parts; must outlive it.
  SequentialCheck(const Mesh& mesh, const PartedMatrix& parts);

  /// The matrix times a vector, by node.
  std::vector<double> times(const std::vector<float>& vector) const;
  /// Roundings that a sum over a row may add up to.
  double roundings() const { return roundings_; }

  /// How far a product in parts is off at the worst of all nodes of all parts, in roundings; no
  /// number if one of its sums is none.
  double error_of(const PartedVector& product, const std::vector<float>& vector) const;

  /// |right_side - matrix * solution| / |right_side|.
  double residual(const std::vector<float>& solution, const std::vector<float>& right_side) const;
  /// By how much roundings may have moved the residual that so many iterations carry along from
  /// that one (Greenbaum 1997).
  double drift(const std::vector<float>& solution, const std::vector<float>& right_side,
               unsigned iterations) const;

 private:
  std::vector<double> magnitudes(const std::vector<float>& vector) const;

  SparseMatrix whole_;
  const PartedMatrix* parts_;
  double roundings_ = 0;
};

}  // namespace weft::finite_elements
