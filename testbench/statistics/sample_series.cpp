#include "testbench/statistics/sample_series.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "testbench/statistics/quantiles.hpp"

namespace weft {

namespace {

constexpr std::size_t group_size = 5;  // of MSER-5

/// A group of samples with its mean, and which sample it begins with.
struct Group {
  std::size_t begin = 0;
  double mean = 0;
};

std::vector<Group> groups_of(std::span<const Sample> samples) {
  std::vector<Group> groups;
  const std::vector<Sample> sums = batched(samples, group_size);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].weight > 0) groups.push_back({i * group_size, sums[i].sum / sums[i].weight});
  }
  return groups;
}

// The mean of all samples, also of those that fill no batch. Batches in which nothing was measured
// say nothing of how it varies.
std::optional<MeanInterval> interval_of(std::span<const Sample> samples,
                                        std::span<const Sample> batches, std::size_t batch,
                                        double confidence) {
  const auto measured = std::count_if(batches.begin(), batches.end(),
                                      [](const Sample& one) { return one.weight > 0; });
  if (measured < static_cast<std::ptrdiff_t>(fewest_batches)) return {};
  return MeanInterval{mean_of(samples), half_width_of(batches, confidence), batches.size(), batch};
}

}  // namespace

std::vector<Sample> batched(std::span<const Sample> samples, std::size_t batch) {
  std::vector<Sample> batches(samples.size() / batch);
  for (std::size_t i = 0; i < batches.size() * batch; ++i) batches[i / batch] += samples[i];
  return batches;
}

double mean_of(std::span<const Sample> samples) {
  Sample all;
  for (const Sample& sample : samples) all += sample;
  return all.weight > 0 ? all.sum / all.weight : 0;
}

double half_width_of(std::span<const Sample> batches, double confidence) {
  if (batches.size() < 2) return 0;
  const double mean = mean_of(batches);
  const auto n = static_cast<double>(batches.size());
  double squares = 0;
  double weight = 0;
  for (const Sample& batch : batches) {
    const double off = batch.sum - mean * batch.weight;
    squares += off * off;
    weight += batch.weight / n;
  }
  if (weight <= 0) return 0;
  return students_t(confidence, batches.size()) * std::sqrt(squares / (n - 1) / n) / weight;
}

double neighbour_correlation(std::span<const Sample> batches) {
  const double mean = mean_of(batches);
  double before = 0;
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const double off = batches[i].sum - mean * batches[i].weight;
    squares += off * off;
    if (i != 0) products += off * before;
    before = off;
  }
  return squares > 0 ? products / squares : 0;
}

bool seen_to_correlate(std::span<const Sample> batches) {
  constexpr double one_sided = 1.645;
  return neighbour_correlation(batches) >
         one_sided / std::sqrt(static_cast<double>(batches.size()));
}

std::optional<MeanInterval> batch_means(std::span<const Sample> samples, double confidence,
                                        std::size_t batch) {
  const std::size_t largest = samples.size() / fewest_batches;
  if (batch != 0) {
    if (batch > largest) return {};
    return interval_of(samples, batched(samples, batch), batch, confidence);
  }
  if (largest == 0) return {};
  const std::size_t size = std::bit_floor(largest);
  const std::vector<Sample> batches = batched(samples, size);
  if (seen_to_correlate(batches)) return {};
  return interval_of(samples, batches, size, confidence);
}

std::optional<std::size_t> transient_of(std::span<const Sample> samples) {
  constexpr std::size_t fewest_groups = 10;
  const std::vector<Group> groups = groups_of(samples);
  if (groups.size() < fewest_groups) return {};
  // from the end on, each group added to those behind it (Welford)
  double mean = 0;
  double squares = 0;
  double least = 0;
  std::size_t best = groups.size();
  for (std::size_t n = 1; n <= groups.size(); ++n) {
    const std::size_t first = groups.size() - n;
    const double offset = groups[first].mean - mean;
    mean += offset / static_cast<double>(n);
    squares += offset * (groups[first].mean - mean);
    if (n < group_size) continue;  // so few are alike by chance
    const double error = squares / static_cast<double>(n * n);
    if (best == groups.size() || error <= least) {
      least = error;
      best = first;
    }
  }
  if (2 * best > groups.size()) return {};
  return best == 0 ? 0 : groups[best].begin;
}

}  // namespace weft
