// Confidence intervals, the start-up transient, and moments that can be merged, on known inputs.
#include "testbench/statistics/sample_series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "hw/common/random.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/moments.hpp"

namespace weft::test {
namespace {

// Uniform in -1..1.
double noise(RandomStream& random) {
  return 2 * static_cast<double>(random.below(1'000'001)) / 1e6 - 1;
}

// A mean of 10; each sample is `memory` times the one before off it, and a bit of noise.
std::vector<Sample> correlated(RandomStream& random, std::size_t count, double memory) {
  std::vector<Sample> samples;
  double off = 0;
  for (std::size_t i = 0; i < count; ++i) {
    off = memory * off + noise(random);
    samples.push_back({10 + off, 1});
  }
  return samples;
}

double covered(double memory) {
  constexpr int runs = 400;
  int inside = 0;
  int told = 0;
  RandomStream random(1, "coverage");
  for (int run = 0; run < runs; ++run) {
    const auto interval = batch_means(correlated(random, 4000, memory), 95);
    if (!interval) continue;
    ++told;
    if (std::abs(interval->mean - 10) <= interval->half_width) ++inside;
  }
  EXPECT_GE(told, runs * 9 / 10);  // chance takes one of twenty
  return static_cast<double>(inside) / told;
}

TEST(BatchMeansOfSamples, hold_the_mean_of_independent_samples_19_times_of_20) {
  EXPECT_NEAR(covered(0), 0.95, 0.03);
}

TEST(BatchMeansOfSamples, hold_the_mean_of_correlated_samples_nearly_as_often) {
  EXPECT_GE(covered(0.5), 0.92);
  EXPECT_GE(covered(0.9), 0.92);
}

TEST(BatchMeansOfSamples, are_few_and_long) {
  RandomStream random(1, "size");
  const auto interval = batch_means(correlated(random, 4000, 0.5), 95);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->batch, 128U);
  EXPECT_EQ(interval->batches, 31U);
}

// Each sample is all but the one before it: 4,000 are too few to tell how good their mean is.
TEST(BatchMeansOfSamples, are_none_where_batches_depend_on_each_other) {
  RandomStream random(1, "tied");
  EXPECT_FALSE(batch_means(correlated(random, 4000, 0.998), 95));
}

TEST(BatchMeansOfSamples, keep_the_batch_that_was_chosen) {
  RandomStream random(1, "size");
  const auto samples = correlated(random, 1000, 0);
  EXPECT_EQ(batch_means(samples, 95, 50)->batches, 20U);
  EXPECT_FALSE(batch_means(samples, 95, 51)) << "fewer than 20 batches";
}

// One message in all: that it does not vary says nothing.
TEST(BatchMeansOfSamples, are_none_where_most_batches_are_without_weight) {
  std::vector<Sample> samples(40);
  samples[30] = {5, 1};
  EXPECT_FALSE(batch_means(samples, 95));
  EXPECT_FALSE(batch_means(samples, 95, 2));
  for (std::size_t i = 0; i < samples.size(); i += 2) samples[i] = {static_cast<double>(i % 3), 1};
  EXPECT_TRUE(batch_means(samples, 95, 2)) << "20 with weight";
  samples[0] = {};
  EXPECT_FALSE(batch_means(samples, 95, 2));
}

TEST(BatchMeansOfSamples, are_none_where_the_mean_drifts_for_ever) {
  std::vector<Sample> samples;
  for (int i = 0; i < 1000; ++i) samples.push_back({static_cast<double>(i), 1});
  EXPECT_FALSE(batch_means(samples, 95));
}

TEST(BatchMeansOfSamples, weigh_stretches_by_what_they_are_a_mean_over) {
  // a mean of 1 over 30 samples and of 4 over 10
  EXPECT_DOUBLE_EQ(mean_of(std::vector<Sample>{{30, 30}, {40, 10}}), 1.75);
}

TEST(Transient, ends_where_the_series_settles) {
  RandomStream random(3, "transient");
  auto samples = correlated(random, 400, 0.3);
  for (int i = 0; i < 100; ++i) {
    samples[static_cast<std::size_t>(i)].sum -= 10 * std::exp(-i / 20.0);
  }
  const auto transient = transient_of(samples);
  ASSERT_TRUE(transient);
  EXPECT_GE(*transient, 30U);
  EXPECT_LE(*transient, 120U);
}

TEST(Transient, is_nothing_in_a_series_that_is_settled_from_the_start) {
  EXPECT_EQ(transient_of(std::vector<Sample>(100, Sample{5, 1})), 0U);
}

TEST(Transient, is_not_seen_to_end_in_a_series_that_only_rises) {
  std::vector<Sample> samples;
  for (int i = 0; i < 200; ++i) samples.push_back({static_cast<double>(i), 1});
  EXPECT_FALSE(transient_of(samples));
}

TEST(Transient, takes_no_sample_without_weight_for_a_zero) {
  std::vector<Sample> samples(20, Sample{0, 0});
  samples.resize(200, Sample{5, 1});
  EXPECT_LE(*transient_of(samples), 20U);
}

TEST(MergedMoments, are_those_of_all_samples_together) {
  RandomStream random(5, "moments");
  Moments all;
  Moments merged;
  for (int part = 0; part < 7; ++part) {
    Moments own;
    for (int i = 0; i < 10 + 30 * part; ++i) {
      const double value = 1e6 + noise(random) * (1 + part);  // far from zero
      all.add(value);
      own.add(value);
    }
    merged.merge(own);
  }
  EXPECT_EQ(merged.count, all.count);
  EXPECT_NEAR(merged.mean, all.mean, 1e-6);
  EXPECT_NEAR(merged.variance(), all.variance(), 1e-9 * all.variance() + 1e-7);
  EXPECT_NEAR(merged.skew(), all.skew(), 1e-4);
  EXPECT_EQ(merged.minimum, all.minimum);
  EXPECT_EQ(merged.maximum, all.maximum);
}

TEST(MergedMoments, of_a_distribution_are_those_of_its_samples) {
  Distribution distribution;
  Moments moments;
  for (const std::uint64_t value : {7'000'000'001ULL, 7'000'000'002ULL, 7'000'000'009ULL}) {
    distribution.add(value);
    moments.add(static_cast<double>(value));
  }
  EXPECT_EQ(distribution.moments().count, 3U);
  EXPECT_DOUBLE_EQ(distribution.moments().mean, moments.mean);
  EXPECT_DOUBLE_EQ(distribution.moments().variance(), 19);  // of 1, 2, 9
  EXPECT_NEAR(distribution.moments().skew(), moments.skew(), 1e-9);
}

TEST(Histogram, holds_every_sample_once) {
  Distribution distribution;
  for (std::uint64_t value = 1; value <= 100'000; value += 7) distribution.add(value);
  std::uint64_t count = 0;
  double before = 0;
  for (const auto& bin : distribution.bins()) {
    EXPECT_GE(bin.low, before);
    EXPECT_GT(bin.high, bin.low);
    before = bin.high;
    count += bin.count;
  }
  EXPECT_EQ(count, distribution.count());
}

}  // namespace
}  // namespace weft::test
