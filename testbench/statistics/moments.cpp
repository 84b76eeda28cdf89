#include "testbench/statistics/moments.hpp"

#include <algorithm>
#include <cmath>

#include "testbench/statistics/quantiles.hpp"

namespace weft {

void Moments::add(double value) { merge({1, value, 0, 0, value, value}); }

void Moments::merge(const Moments& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  const auto a = static_cast<double>(count);
  const auto b = static_cast<double>(other.count);
  const double n = a + b;
  const double offset = other.mean - mean;
  cubes += other.cubes + offset * offset * offset * a * b * (a - b) / (n * n) +
           3 * offset * (a * other.squares - b * squares) / n;
  squares += other.squares + offset * offset * a * b / n;
  mean += offset * b / n;
  count += other.count;
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
}

double Moments::variance() const {
  return count < 2 ? 0 : std::max(0.0, squares / static_cast<double>(count - 1));
}

double Moments::standard_deviation() const { return std::sqrt(variance()); }

double Moments::standard_error() const {
  return count < 2 ? 0 : std::sqrt(variance() / static_cast<double>(count));
}

double Moments::half_width(double confidence) const {
  return count < 2 ? 0 : students_t(confidence, count) * standard_error();
}

double Moments::skew() const {
  if (squares <= 0) return 0;
  return std::sqrt(static_cast<double>(count)) * cubes / std::pow(squares, 1.5);
}

}  // namespace weft
