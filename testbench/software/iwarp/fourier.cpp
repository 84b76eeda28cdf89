#include "testbench/software/iwarp/fourier.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace weft {

using Complex = std::complex<double>;

std::vector<Complex> roots_of_unity(std::size_t n) {
  std::vector<Complex> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    roots[k] =
        std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  }
  return roots;
}

// With i = columns r + c and k = s + rows t: sums over r for each c and s, then over c.
std::vector<Complex> fourier_sum(const std::vector<Complex>& points) {
  const std::size_t n = points.size();
  const std::size_t rows = std::size_t{1} << std::countr_zero(n) / 2;
  const std::size_t columns = n / rows;
  const std::vector<Complex> roots = roots_of_unity(n);
  std::vector<Complex> of_column(n);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t s = 0; s < rows; ++s) {
      Complex sum = 0;
      for (std::size_t r = 0; r < rows; ++r) {
        sum += points[columns * r + c] * roots[columns * r * s % n];
      }
      of_column[rows * c + s] = sum * roots[c * s];
    }
  }
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t c = 0; c < columns; ++c) {
      result[k] += of_column[rows * c + k % rows] * roots[rows * c * (k / rows) % n];
    }
  }
  return result;
}

}  // namespace weft
