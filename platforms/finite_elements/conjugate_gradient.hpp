// The iterative solver whose communication is that of a matrix in parts.
#pragma once

#include "platforms/finite_elements/parted_product.hpp"

namespace weft::finite_elements {

struct Solution {
  PartedVector values;
  unsigned iterations = 0;  ///< Products.
  double residual = 0;  ///< Of the last one: the root of its square over that of the right side.
};

/// Conjugate gradients from 0 on, without preconditioning: one product of the matrix an iteration
/// (Feldmann et al. 1993, section 5.2), until the residual, as it is updated, is at most
/// `tolerance`, or after `most_iterations`.
Solution solve(const PartedMatrix& matrix, const PartedVector& right_side, double tolerance,
               unsigned most_iterations, const Carry& carry);

}  // namespace weft::finite_elements
