#include "testbench/statistics/latency_series.hpp"

namespace weft {

std::optional<double> LatencySeries::half_width_95() const {
  settle();
  const auto half_width = batches_.half_width_95();
  if (!half_width) return {};
  // where nothing varies, what is left is the rounding of the sums
  return distribution_.minimum() == distribution_.maximum() ? 0 : *half_width;
}

}  // namespace weft
