#include "testbench/statistics/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace weft {

double Distribution::mean() const {
  if (count_ == 0) return 0;
  return static_cast<double>(origin_) + sum_ / static_cast<double>(count_);
}

double Distribution::standard_deviation() const {
  if (count_ < 2) return 0;
  const auto n = static_cast<double>(count_);
  return std::sqrt(std::max(0.0, (sum_of_squares_ - sum_ * sum_ / n) / (n - 1)));
}

double Distribution::percentile(double percent) const {
  return percentile_of(bins(), percent, static_cast<double>(minimum()),
                       static_cast<double>(maximum_));
}

Moments Distribution::moments() const {
  if (count_ == 0) return {};
  const auto n = static_cast<double>(count_);
  const double mean = sum_ / n;  // from the origin
  Moments moments{
      count_, this->mean(), 0, 0, static_cast<double>(minimum_), static_cast<double>(maximum_)};
  moments.squares = std::max(0.0, sum_of_squares_ - sum_ * mean);
  moments.cubes = sum_of_cubes_ - 3 * mean * sum_of_squares_ + 2 * mean * mean * sum_;
  return moments;
}

std::vector<Distribution::Bin> Distribution::bins() const {
  std::vector<Bin> bins;
  for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
    if (buckets_[bucket] == 0) continue;
    bins.push_back({lowest_of(bucket) - 0.5, lowest_of(bucket + 1) - 0.5, buckets_[bucket]});
  }
  return bins;
}

double Distribution::lowest_of(std::size_t bucket) {
  constexpr std::size_t linear = std::size_t{1} << linear_bits;
  if (bucket < 2 * linear) return static_cast<double>(bucket);
  const std::size_t shift = (bucket >> linear_bits) - 1;
  const auto lowest = static_cast<double>(bucket - (shift << linear_bits));
  return std::ldexp(lowest, static_cast<int>(shift));
}

double percentile_of(std::span<const Distribution::Bin> bins, double percent, double minimum,
                     double maximum) {
  std::uint64_t count = 0;
  for (const Distribution::Bin& bin : bins) count += bin.count;
  const double wanted = std::max(1.0, std::ceil(percent / 100 * static_cast<double>(count)));
  std::uint64_t seen = 0;
  for (const Distribution::Bin& bin : bins) {
    seen += bin.count;
    if (static_cast<double>(seen) >= wanted) return std::clamp(bin.middle(), minimum, maximum);
  }
  return maximum;
}

}  // namespace weft
