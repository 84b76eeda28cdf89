#include "testbench/statistics/batch_means.hpp"

#include "testbench/statistics/moments.hpp"

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
  Moments batches;
  const auto size = static_cast<double>(batch_size_);
  for (std::size_t i = 0; i < count_; ++i) batches.add(sums_[i] / size);
  return batches.half_width(95);
}

}  // namespace weft
