#include "testbench/statistics/batch_means.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>

namespace weft {

void BatchMeans::end_batch() {
  sums_[count_++] = sum_;
  sum_ = 0;
  in_batch_ = 0;
  if (count_ < most) return;
  for (std::size_t i = 0; i < most / 2; ++i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
  count_ = most / 2;
  batch_size_ *= 2;
}

std::optional<double> BatchMeans::half_width_95() const {
  if (count_ < fewest) return {};
  const auto n = static_cast<double>(count_);
  const auto size = static_cast<double>(batch_size_);
  double mean = 0;
  for (std::size_t i = 0; i < count_; ++i) mean += sums_[i] / size / n;
  double squares = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const double offset = sums_[i] / size - mean;
    squares += offset * offset;
  }
  const double t = quantile(boost::math::students_t(n - 1), 0.975);
  return t * std::sqrt(squares / (n - 1) / n);
}

}  // namespace weft
