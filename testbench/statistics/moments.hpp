// What is kept of a set of samples so that it can be merged with others.
#pragma once

#include <cstdint>

namespace weft {

/// Count, mean, central sums of the second and third power, and extremes. Thesis 3.5.2 keeps N, the
/// sums of x, x^2 and x^3 and the extremes, so that variables and runs can be combined later; sums
/// around the mean say the same and lose no digits where the mean is large. Merging as in Pebay,
/// "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
/// statistical moments", 2008.
struct Moments {
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;  ///< Sum of (x - mean)^2.
  double cubes = 0;    ///< Sum of (x - mean)^3.
  double minimum = 0;  ///< 0 without samples, as is the maximum.
  double maximum = 0;

  void add(double value);
  void merge(const Moments& other);

  /// With n - 1; 0 for fewer than two.
  double variance() const;
  double standard_deviation() const;
  /// Of the mean, of samples that do not depend on each other; 0 for fewer than two.
  double standard_error() const;
  /// Half of the width of the interval around the mean at a confidence of 0..100 %, of samples that
  /// do not depend on each other, by Student's t; 0 for fewer than two.
  double half_width(double confidence) const;
  /// 0 where nothing varies.
  double skew() const;
};

}  // namespace weft
