#include "testbench/statistics/batch_means.hpp"

#include <vector>

#include "testbench/statistics/sample_series.hpp"

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
  std::vector<Sample> batches;
  for (std::size_t i = 0; i < count_; ++i) {
    batches.push_back({sums_[i], static_cast<double>(batch_size_)});
  }
  for (; batches.size() >= fewest; batches = batched(batches, 2)) {
    if (!seen_to_correlate(batches)) return half_width_of(batches, 95);
  }
  return {};
}

}  // namespace weft
