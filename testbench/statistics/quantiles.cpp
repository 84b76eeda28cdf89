#include "testbench/statistics/quantiles.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace weft {

double students_t(double confidence, std::uint64_t samples) {
  const boost::math::students_t distribution(static_cast<double>(samples - 1));
  return quantile(distribution, 0.5 + confidence / 200);
}

double normal_deviations(double confidence) {
  return quantile(boost::math::normal(), 0.5 + confidence / 200);
}

double chi_squared_quantile(std::uint64_t degrees, double part) {
  return quantile(boost::math::chi_squared(static_cast<double>(degrees)), part);
}

}  // namespace weft
