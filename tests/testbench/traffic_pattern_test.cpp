// Who sends to whom and when: the patterns and intervals of random traffic.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/injection_process.hpp"
#include "testbench/workloads/node_numbers.hpp"
#include "testbench/workloads/random_traffic_parameters.hpp"

namespace weft::test {
namespace {

Platform platform_of(const std::string& network, const std::string& traffic) {
  return resolve(parse_netlist(fmt::format("network: {{{}}}\nrouting: {{addressing: processor}}\n"
                                           "workload: {{type: random_traffic, {}}}\n",
                                           network, traffic),
                               "t.yaml"));
}

std::unique_ptr<DestinationPattern> pattern_of(const Platform& platform) {
  const ParameterValues& values = *platform.workload.parameters;
  return make_pattern(values, values.to_struct<RandomTrafficParameters>(),
                      traffic_processors(platform));
}

constexpr std::size_t nowhere = ~std::size_t{0};

/// By number of the node, x fastest, that to which its processor sends its first message; `nowhere`
/// if it sends none.
std::vector<std::size_t> destinations(const std::string& network, const std::string& traffic) {
  const Platform platform = platform_of(network, traffic);
  const NodeNumbers numbers(traffic_processors(platform));
  const auto pattern = pattern_of(platform);
  RandomStream stream(1, "test");
  std::vector<std::size_t> result(processors_of(platform).size(), nowhere);
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    if (!pattern->sends(i)) continue;
    result[numbers.node_of(i)] = numbers.node_of(pattern->destination(i, 0, stream));
  }
  return result;
}

using List = std::vector<std::size_t>;

constexpr const char* square = "topology: mesh, shape: 3x3, width: 1";
constexpr const char* cube = "topology: hypercube, dimensions: 3, width: 1";

TEST(TrafficPattern, transpose_mirrors_a_square) {
  EXPECT_EQ(destinations(square, "pattern: transpose"),
            (List{nowhere, 3, 6, 1, nowhere, 7, 2, 5, nowhere}));
}

TEST(TrafficPattern, transpose_of_a_power_of_four_turns_the_number_by_half_its_bits) {
  const List got =
      destinations("topology: hypercube, dimensions: 4, width: 1", "pattern: transpose");
  EXPECT_EQ(got[0b0110], 0b1001U);
  EXPECT_EQ(got[0b0001], 0b0100U);
  EXPECT_EQ(got[0b0101], nowhere);
}

TEST(TrafficPattern, bits_are_inverted_reversed_and_turned) {
  EXPECT_EQ(destinations(cube, "pattern: bit_complement"), (List{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(destinations(cube, "pattern: bit_reverse"),
            (List{nowhere, 4, nowhere, 6, 1, nowhere, 3, nowhere}));
  EXPECT_EQ(destinations(cube, "pattern: shuffle"), (List{nowhere, 2, 4, 6, 1, 3, 5, nowhere}));
}

TEST(TrafficPattern, tornado_goes_nearly_half_way_around_each_dimension) {
  EXPECT_EQ(destinations("topology: torus, shape: 5x2, width: 2", "pattern: tornado"),
            (List{2, 3, 4, 0, 1, 7, 8, 9, 5, 6}));
}

TEST(TrafficPattern, neighbour_goes_one_further_in_each_dimension) {
  EXPECT_EQ(destinations("topology: torus, shape: 3x2, width: 2", "pattern: neighbour"),
            (List{4, 5, 3, 1, 2, 0}));
}

TEST(TrafficPattern, processors_of_a_node_send_to_their_likes) {
  const Platform platform =
      platform_of("topology: mesh, shape: 2x2, width: 1, processors: 2", "pattern: transpose");
  const auto pattern = pattern_of(platform);
  RandomStream stream(1, "test");
  for (std::size_t i = 0; i < 8; ++i) {
    if (!pattern->sends(i)) continue;
    const std::size_t to = pattern->destination(i, 0, stream);
    const auto name = [&](std::size_t p) {
      return platform.components[processors_of(platform)[p].component].name;
    };
    EXPECT_EQ(name(i).back(), name(to).back());
    EXPECT_EQ(processors_of(platform)[i].coordinates[0],
              processors_of(platform)[to].coordinates[1]);
  }
}

TEST(TrafficPattern, all_to_all_serves_the_others_in_turn) {
  const Platform platform = platform_of(square, "pattern: all_to_all");
  const auto pattern = pattern_of(platform);
  RandomStream stream(1, "test");
  for (std::uint64_t n = 0; n < 16; ++n) {
    EXPECT_EQ(pattern->destination(4, n, stream), (4 + 1 + n % 8) % 9) << n;
  }
}

TEST(TrafficPattern, hot_spot_gets_its_part_and_its_share_of_the_rest) {
  const Platform platform =
      platform_of(square, "pattern: hot_spot, hot: 'node[1,1].cpu', hot_fraction: 0.4");
  const auto pattern = pattern_of(platform);
  RandomStream stream(1, "test");
  int hot = 0;
  constexpr int draws = 100'000;
  for (int n = 0; n < draws; ++n) hot += pattern->destination(0, 0, stream) == 4 ? 1 : 0;
  EXPECT_NEAR(hot, draws * (0.4 + 0.6 / 8), 500);  // three deviations
  for (int n = 0; n < 1000; ++n) EXPECT_NE(pattern->destination(4, 0, stream), 4U);
}

// --- intervals

/// Mean and standard deviation of many intervals, in us.
struct Moments {
  explicit Moments(RandomTrafficParameters parameters) {
    parameters.interval = 10 * microsecond;
    InjectionProcess process(parameters);
    RandomStream stream(1, "test");
    constexpr int draws = 400'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      const double us = static_cast<double>(process.next(stream)) / microsecond;
      sum += us;
      squares += us * us;
    }
    mean = sum / draws;
    deviation = std::sqrt(squares / draws - mean * mean);
  }
  double mean = 0;
  double deviation = 0;
};

RandomTrafficParameters with(IntervalDistribution distribution) {
  RandomTrafficParameters parameters;
  parameters.distribution = distribution;
  return parameters;
}

TEST(InjectionProcess, fixed_and_exponential_have_their_deviation) {
  const Moments fixed(with(IntervalDistribution::fixed));
  EXPECT_DOUBLE_EQ(fixed.mean, 10);
  EXPECT_NEAR(fixed.deviation, 0, 1e-6);
  const Moments exponential(with(IntervalDistribution::exponential));
  EXPECT_NEAR(exponential.mean, 10, 0.05);
  EXPECT_NEAR(exponential.deviation, 10, 0.1);
}

TEST(InjectionProcess, normal_has_the_deviation_that_was_set) {
  RandomTrafficParameters parameters = with(IntervalDistribution::normal);
  parameters.deviation = 2 * microsecond;
  const Moments normal(parameters);
  EXPECT_NEAR(normal.mean, 10, 0.02);
  EXPECT_NEAR(normal.deviation, 2, 0.02);
}

TEST(InjectionProcess, bernoulli_sends_at_slots_only) {
  RandomTrafficParameters parameters = with(IntervalDistribution::bernoulli);
  parameters.slot = 2 * microsecond;
  const Moments bernoulli(parameters);
  EXPECT_NEAR(bernoulli.mean, 10, 0.05);
  // geometric with a chance of 0.2 in slots of 2 us
  EXPECT_NEAR(bernoulli.deviation, 2 * std::sqrt(0.8) / 0.2, 0.1);
  parameters.interval = 10 * microsecond;
  InjectionProcess process(parameters);
  RandomStream stream(1, "slots");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(process.next(stream) % parameters.slot, 0U);
}

TEST(InjectionProcess, bursts_keep_the_mean_and_spread_more) {
  RandomTrafficParameters parameters = with(IntervalDistribution::on_off);
  parameters.burst = 16;
  parameters.burst_interval = 1 * microsecond;
  const Moments bursts(parameters);
  EXPECT_NEAR(bursts.mean, 10, 0.5);
  // 15 of 16 intervals are 1 us, the pause is exponential with a mean of 145 us
  EXPECT_NEAR(bursts.deviation, std::sqrt((15 + 2 * 145.0 * 145.0) / 16 - 100), 1.5);
}

}  // namespace
}  // namespace weft::test
