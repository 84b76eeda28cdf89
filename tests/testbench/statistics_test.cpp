// Statistics on known inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "testbench/statistics/batch_means.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/latency_series.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/statistics/time_mean.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

// To the last digit, in whatever order the times of one moment come, and of two together.
TEST(TimeMean, is_that_of_a_series_of_latencies) {
  RandomStream random(1, "time mean");
  LatencySeries all;
  LatencySeries first_half;
  TimeMean halves[2];
  TimeMean backwards;
  EXPECT_EQ(backwards.mean(), 0);
  Time now = 1000;
  for (unsigned moment = 0; moment < 2000; ++moment, now += 1 + random.below(50'000)) {
    std::vector<Time> times(1 + random.below(4));
    for (Time& time : times) time = 1'000'000 + random.below(400'000'000);
    for (std::size_t i = 0; i < times.size(); ++i) {
      all.add(now, times[i]);
      const bool second = (moment + i) % 2 != 0;
      if (!second) first_half.add(now, times[i]);
      halves[second ? 1 : 0].add(now, times[i]);
      backwards.add(now, times[times.size() - 1 - i]);
    }
  }
  EXPECT_EQ(backwards.mean(), all.distribution().mean());
  EXPECT_EQ(backwards.count(), all.count());
  EXPECT_EQ(halves[0].mean(), first_half.distribution().mean());
  EXPECT_EQ((halves[0] + halves[1]).mean(), all.distribution().mean());
  EXPECT_EQ((halves[1] + halves[0]).mean(), all.distribution().mean());
  EXPECT_EQ((TimeMean() + halves[1]).mean(), halves[1].mean());
}

TEST(LatencySeries, keeps_no_interval_where_none_is_asked_for) {
  LatencySeries with;
  LatencySeries without(LatencySeries::Keeps::distribution);
  for (Time i = 0; i < 1000; ++i) {
    with.add(i, 1000 + i * 7919 % 1000);
    without.add(i, 1000 + i * 7919 % 1000);
  }
  EXPECT_TRUE(with.half_width_95().has_value());
  EXPECT_FALSE(without.half_width_95().has_value());
  EXPECT_EQ(with.distribution().standard_deviation(), without.distribution().standard_deviation());
}

TEST(StatisticsDistribution, of_nothing_is_zero) {
  const Distribution distribution;
  EXPECT_EQ(distribution.count(), 0U);
  EXPECT_EQ(distribution.minimum(), 0U);
  EXPECT_EQ(distribution.mean(), 0);
  EXPECT_EQ(distribution.standard_deviation(), 0);
  EXPECT_EQ(distribution.percentile(50), 0);
}

TEST(StatisticsDistribution, of_small_values_is_exact) {
  Distribution distribution;
  for (std::uint64_t value = 1; value <= 200; ++value) distribution.add(value);
  EXPECT_DOUBLE_EQ(distribution.mean(), 100.5);
  EXPECT_NEAR(distribution.standard_deviation(), std::sqrt(200.0 * 201 / 12), 1e-9);
  EXPECT_EQ(distribution.percentile(0), 1);
  EXPECT_EQ(distribution.percentile(50), 100);
  EXPECT_EQ(distribution.percentile(99), 198);
  EXPECT_EQ(distribution.percentile(100), 200);
}

TEST(StatisticsDistribution, percentiles_of_large_values_are_within_0_4_percent) {
  Distribution distribution;
  for (std::uint64_t i = 1; i <= 100'000; ++i) distribution.add(i * 12'345);
  for (const double percent : {1.0, 25.0, 50.0, 95.0, 99.0}) {
    const double exact = percent / 100 * 100'000 * 12'345;
    EXPECT_NEAR(distribution.percentile(percent), exact, exact * 0.004) << percent;
  }
  EXPECT_EQ(distribution.percentile(100), 100'000.0 * 12'345);
}

TEST(StatisticsDistribution, has_the_percentiles_of_its_bins_in_any_unit) {
  Distribution distribution;
  for (std::uint64_t i = 1; i <= 1000; ++i) distribution.add(i * i * 12);
  std::vector<Distribution::Bin> bins = distribution.bins();
  for (Distribution::Bin& bin : bins) bin = {bin.low / 1000, bin.high / 1000, bin.count};
  for (const double percent : {0.0, 1.0, 50.0, 99.0, 100.0}) {
    EXPECT_DOUBLE_EQ(percentile_of(bins, percent, 0.012, 12'000),
                     distribution.percentile(percent) / 1000)
        << percent;
  }
}

TEST(StatisticsDistribution, deviation_of_close_large_values_loses_no_digits) {
  Distribution distribution;
  for (const std::uint64_t value : {1'000'000'000'000'004U, 1'000'000'000'000'007U,
                                    1'000'000'000'000'013U, 1'000'000'000'000'016U}) {
    distribution.add(value);
  }
  EXPECT_NEAR(distribution.standard_deviation(), std::sqrt(30), 1e-9);
}

TEST(StatisticsBatchMeans, interval_of_ten_values_is_students) {
  BatchMeans means;
  for (const int value : {5, 9, 1, 7, 3, 10, 2, 8, 4}) means.add(value);
  EXPECT_FALSE(means.half_width_95());
  means.add(6);
  // t(9, 0.975) = 2.26216, s = 3.02765
  EXPECT_NEAR(means.half_width_95().value(), 2.26216 * 3.02765 / std::sqrt(10), 1e-4);
}

TEST(StatisticsBatchMeans, interval_holds_the_mean_of_a_correlated_sequence) {
  RandomStream stream(1, "batches");
  int inside = 0;
  int told = 0;
  constexpr int runs = 200;
  for (int run = 0; run < runs; ++run) {
    BatchMeans means;
    double sum = 0;
    double state = 0;
    constexpr int samples = 20'000;
    for (int i = 0; i < samples; ++i) {  // an autoregressive sequence with mean 0
      state = 0.9 * state + static_cast<double>(stream.below(1001)) - 500;
      means.add(state);
      sum += state;
    }
    const auto half_width = means.half_width_95();
    if (!half_width) continue;
    ++told;
    if (std::abs(sum / samples) < *half_width) ++inside;
  }
  EXPECT_GE(told, runs * 95 / 100);
  EXPECT_GE(inside, told * 90 / 100);
  EXPECT_LE(inside, told * 99 / 100);
}

TEST(StatisticsMeasuredCount, rate_is_that_after_the_warm_up) {
  MeasuredCount count(10 * microsecond);
  count.add(9 * microsecond, 5);
  count.add(10 * microsecond, 7);
  EXPECT_EQ(count.total(), 12U);
  EXPECT_EQ(count.measured(), 7U);
  EXPECT_DOUBLE_EQ(count.rate(20 * microsecond), 7 / 10e-6);
  EXPECT_EQ(count.rate(10 * microsecond), 0);
}

PacketTag tagged(std::uint64_t id, Time injected, std::uint16_t hops) {
  return {.protocol = {.injected = injected, .hops = hops, .kind = PacketKind::data},
          .trace = {.id = id}};
}

TEST(StatisticsLatency, counts_from_the_end_of_the_warm_up) {
  PacketTag acknowledgement = tagged(4, 600'000, 4);
  acknowledgement.protocol.kind = PacketKind::acknowledgement;
  LatencyStatistics statistics(1 * microsecond);
  statistics.write(PacketArrival{tagged(1, 100, 2), 32, 900'000});  // too early
  statistics.write(PacketArrival{tagged(2, 500'000, 2), 32, 1'500'000});
  statistics.write(PacketArrival{tagged(3, 600'000, 4), 16, 2'600'000});
  statistics.write(PacketArrival{acknowledgement, 0, 2'600'000});
  statistics.write(PacketArrival{{}, 8, 2'700'000});  // from third-party RTL
  statistics.write(MessageArrival{{0, 80, 500'000}, 2'600'000});
  const ReportedValues values = statistics.report(3 * microsecond);
  EXPECT_EQ(value_of(values, "data packets"), 3);
  EXPECT_EQ(value_of(values, "acknowledgement packets"), 1);
  EXPECT_EQ(value_of(values, "messages completed"), 1);
  EXPECT_EQ(value_of(values, "packet bytes"), 56);
  EXPECT_DOUBLE_EQ(value_of(values, "packet throughput"), 28);  // 56 bytes in 2 us
  EXPECT_EQ(value_of(values, "hops mean"), 3);
  EXPECT_DOUBLE_EQ(value_of(values, "packet latency mean"), 1500);
  EXPECT_DOUBLE_EQ(value_of(values, "packet latency maximum"), 2000);
  EXPECT_DOUBLE_EQ(value_of(values, "message latency median"), 2100);
}

TEST(StatisticsLatency, counts_a_message_of_time_zero_but_not_one_without_a_tag) {
  LatencyStatistics statistics;
  statistics.write(MessageArrival{{0, 32, 0}, 2'000'000});
  statistics.write(MessageArrival{{0, 32, never}, 3'000'000});
  EXPECT_EQ(statistics.messages().measured(), 2U);
  EXPECT_EQ(statistics.message_latency().count(), 1U);
  EXPECT_EQ(statistics.message_latency().maximum(), 2'000'000U);
}

TEST(StatisticsLatency, has_no_interval_where_nothing_varies) {
  LatencyStatistics statistics;
  for (Time i = 1; i <= 60; ++i) {  // 31.06 us each, which binary fractions only come near to
    statistics.write(MessageArrival{{0, 256, i * microsecond}, i * microsecond + 31'060'000});
  }
  const ReportedValues values = statistics.report(100 * microsecond);
  EXPECT_EQ(value_of(values, "message latency 95 % half width"), 0);
}

// Levels report what comes in at one time in orders of their own.
TEST(StatisticsLatency, is_the_same_in_whatever_order_one_time_is_reported) {
  LatencyStatistics one;
  LatencyStatistics other;
  RandomStream random(1, "order");
  for (Time i = 1; i <= 51; ++i) {
    const Time now = i * 100 * microsecond;
    std::vector<MessageArrival> arrivals;
    for (std::uint64_t k = 0; k < 1 + i % 3; ++k) {
      arrivals.push_back({{0, 32, now - random.below(50 * microsecond)}, now});
    }
    for (const MessageArrival& arrival : arrivals) one.write(arrival);
    std::reverse(arrivals.begin(), arrivals.end());
    for (const MessageArrival& arrival : arrivals) other.write(arrival);
  }
  const ReportedValues values = one.report(second);
  EXPECT_EQ(values, other.report(second));
  EXPECT_GT(value_of(values, "message latency 95 % half width"), 0);
}

}  // namespace
}  // namespace weft::test
