// What a mean or a rate was in each of many equal stretches of time, and how far their mean can be
// trusted.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace weft {

/// One stretch: a sum, and what it is a mean over (samples, or time).
struct Sample {
  double sum = 0;
  double weight = 0;

  void operator+=(const Sample& other) {
    sum += other.sum;
    weight += other.weight;
  }
};

/// A mean with its confidence interval.
struct MeanInterval {
  double mean = 0;
  double half_width = 0;
  std::size_t batches = 0;
  std::size_t batch = 0;  ///< Samples in each.
};

/// Fewest batches that an interval is made of.
inline constexpr std::size_t fewest_batches = 20;

/// Sums of `batch` samples each; what is left over at the end is dropped.
std::vector<Sample> batched(std::span<const Sample> samples, std::size_t batch);

/// Sum of the sums over sum of the weights; 0 without weight.
double mean_of(std::span<const Sample> samples);

/// Of samples that do not depend on each other, at a confidence of 0..100 %: by Student's t on the
/// ratio estimate, which for equal weights is the mean of the batch means.
double half_width_of(std::span<const Sample> batches, double confidence);

/// Correlation of neighbours, -1..1, of what each batch is off the mean; 0 where nothing varies.
double neighbour_correlation(std::span<const Sample> batches);

/// More than chance alone gives in one of twenty series of batches that do not depend on each
/// other.
bool seen_to_correlate(std::span<const Sample> batches);

/// The interval by batch means (Jain 1991, p. 430; thesis 3.6.2.1): of batches of `batch` samples,
/// or, with 0, of the largest that are a power of two and that leave `fewest_batches`: few long
/// ones depend on each other least (Schmeiser 1982). Nothing while so many batches have not had any
/// weight, or while, with 0, neighbours are seen to correlate.
std::optional<MeanInterval> batch_means(std::span<const Sample> samples, double confidence,
                                        std::size_t batch = 0);

/// How many samples at the begin belong to the start-up transient: MSER-5 (White, Cobb and Spratt,
/// "A comparison of five steady-state truncation heuristics for simulation", 2000): those without
/// which the standard error of the rest, in groups of five, is least. Nothing where that is more
/// than half of them: the transient has not been seen to end. Without weight a sample says nothing.
std::optional<std::size_t> transient_of(std::span<const Sample> samples);

}  // namespace weft
