// Quantiles of distributions, for intervals of confidence: the one place that needs the library for
// them, which takes long to compile.
#pragma once

#include <cstdint>

namespace weft {

/// How many standard errors of the mean of `samples` values, two or more, are half of an interval
/// at a confidence of 0..100 %: a quantile of Student's t.
double students_t(double confidence, std::uint64_t samples);

/// How many standard deviations of a normal distribution are half of an interval at a confidence of
/// 0..100 %.
double normal_deviations(double confidence);

/// What the sum of squares of `degrees` standard normal variables, one or more, is below in that
/// part, 0..1, of all cases.
double chi_squared_quantile(std::uint64_t degrees, double part);

}  // namespace weft
