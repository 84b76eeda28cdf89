#include "platforms/finite_elements/conjugate_gradient.hpp"

#include <cmath>
#include <cstddef>

namespace weft::finite_elements {
namespace {

// one + factor * other
PartedVector sum_of(const PartedVector& one, double factor, const PartedVector& other) {
  PartedVector sum = one;
  for (std::size_t p = 0; p < sum.size(); ++p) {
    for (std::size_t i = 0; i < sum[p].size(); ++i) {
      sum[p][i] += static_cast<float>(factor) * other[p][i];
    }
  }
  return sum;
}

}  // namespace

Solution solve(const PartedMatrix& matrix, const PartedVector& right_side, double tolerance,
               unsigned most_iterations, const Carry& carry) {
  Solution found;
  for (const std::vector<float>& part : right_side) found.values.emplace_back(part.size(), 0.0F);
  PartedVector residual = right_side;
  PartedVector direction = residual;
  const double scale = matrix.dot(right_side, right_side);
  double square = scale;
  while (square > tolerance * tolerance * scale && found.iterations < most_iterations) {
    const PartedVector product = matrix.times(direction, carry);
    const double step = square / matrix.dot(direction, product);
    found.values = sum_of(found.values, step, direction);
    residual = sum_of(residual, -step, product);
    const double next = matrix.dot(residual, residual);
    direction = sum_of(residual, next / square, direction);
    square = next;
    ++found.iterations;
  }
  found.residual = scale == 0 ? 0 : std::sqrt(square / scale);
  return found;
}

}  // namespace weft::finite_elements
