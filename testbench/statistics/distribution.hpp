// What is known of a stream of whole numbers without keeping them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "testbench/statistics/moments.hpp"

namespace weft {

/// Count, mean, extremes and standard deviation, exact; percentiles from a log-linear histogram:
/// exact below 256, to 0.4 % above. A sample costs a few operations; memory is 59 KB, whatever the
/// number of samples.
class Distribution {
 public:
  Distribution() : buckets_(bucket_count, 0) {}

  void add(std::uint64_t value) {
    if (count_ == 0) origin_ = value;
    const double offset = static_cast<double>(static_cast<std::int64_t>(value - origin_));
    sum_ += offset;
    sum_of_squares_ += offset * offset;
    sum_of_cubes_ += offset * offset * offset;
    ++count_;
    if (value < minimum_) minimum_ = value;
    if (value > maximum_) maximum_ = value;
    ++buckets_[bucket_of(value)];
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t minimum() const { return count_ == 0 ? 0 : minimum_; }
  std::uint64_t maximum() const { return maximum_; }
  /// 0 without samples.
  double mean() const;
  /// Of the samples, with n - 1; 0 for fewer than two.
  double standard_deviation() const;
  /// The smallest value that at least `percent` (0..100) of the samples do not exceed; 0 without
  /// samples.
  double percentile(double percent) const;
  /// To be merged with those of other runs.
  Moments moments() const;

  /// Samples between `low` and `high`; a whole number covers half of the way to its neighbours, so
  /// that the middle is the mean of the values that fall into the bin.
  struct Bin {
    double low = 0;
    double high = 0;
    std::uint64_t count = 0;

    double middle() const { return (low + high) / 2; }
  };
  /// The histogram: the bins that hold any samples, in order; 128 to a power of two.
  std::vector<Bin> bins() const;

 private:
  static constexpr unsigned linear_bits = 7;
  static constexpr std::size_t bucket_count = (64 - linear_bits + 1) << linear_bits;

  static std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    if (width <= linear_bits) return static_cast<std::size_t>(value);
    const unsigned shift = width - linear_bits - 1;
    return (std::size_t{shift} << linear_bits) + static_cast<std::size_t>(value >> shift);
  }
  static double lowest_of(std::size_t bucket);

  std::uint64_t count_ = 0;
  std::uint64_t minimum_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t maximum_ = 0;
  std::uint64_t origin_ = 0;  // sums are taken from here, so that they lose no digits
  double sum_ = 0;
  double sum_of_squares_ = 0;
  double sum_of_cubes_ = 0;
  std::vector<std::uint64_t> buckets_;
};

/// The middle of the first bin up to the end of which there are at least `percent` (0..100) of the
/// samples, but no less and no more than any of them; 0 without bins. In the unit of the bins.
double percentile_of(std::span<const Distribution::Bin> bins, double percent, double minimum,
                     double maximum);

}  // namespace weft
