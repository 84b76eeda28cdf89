// Fourier transforms on the host, to check those of the machines.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace weft {

/// e^(-2 pi i k / n) for k = 0..n-1.
std::vector<std::complex<double>> roots_of_unity(std::size_t n);

/// X[k] = sum of x[i] e^(-2 pi i ik / n) by sums over rows and columns of x as a matrix, which
/// share no step with a radix-2 transform. The number of points is a power of two.
std::vector<std::complex<double>> fourier_sum(const std::vector<std::complex<double>>& points);

}  // namespace weft
