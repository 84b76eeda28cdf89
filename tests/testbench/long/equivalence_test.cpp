// The promise of the levels: every token begins and ends at the same picosecond at `signal`, at
// `token`, and where the two are mixed, on random platforms under random loads and errors.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/testbench/combinations.hpp"
#include "tests/testbench/level_comparison.hpp"

namespace weft {
namespace {

std::string random_network(test::Dice& dice) {
  const std::string kind = dice.one_of({"mesh", "torus", "hypercube"});
  if (kind == "mesh") {
    return fmt::format("topology: mesh, shape: {}x{}, width: {}, node_width: {}",
                       dice.between(2, 4), dice.between(2, 3), dice.between(1, 2),
                       dice.between(1, 3));
  }
  if (kind == "torus") {
    return fmt::format("topology: torus, shape: {}x{}, width: 2, node_width: {}",
                       dice.between(3, 4), dice.between(2, 3), dice.between(1, 2));
  }
  return fmt::format("topology: hypercube, dimensions: {}, width: {}, node_width: {}",
                     dice.between(2, 3), dice.between(1, 2), dice.between(1, 2));
}

// Every topology and routing that needs no file, with headers of two bytes.
std::string random_topology(test::Dice& dice) {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const test::SmallNetwork& network : test::small_networks()) {
    if (network.name == "graph") continue;
    for (const std::string& routing : network.routings) {
      if (routing != "source_tables") choices.emplace_back(network.keys, routing);
    }
  }
  const auto& [keys, routing] = choices[dice.between(0, choices.size() - 1)];
  return fmt::format(
      "{}, node_width: {}, router: {{links: 64, max_intervals: 99, overlapping_groups: "
      "true}}}}\n"
      "routing: {{algorithm: {}, grouped: {}, header_bytes: 2",
      keys, dice.between(1, 3), routing, dice.chance(70));
}

constexpr std::uint64_t first_of_all_topologies = 11;

// Keys of a DS-Link: a cable on half of the platforms, and on half of those with links that know
// them time-codes.
std::string random_cable(std::uint64_t seed, bool spacewire) {
  test::Dice dice(seed + 7000);
  std::string keys;
  if (dice.chance(50)) {
    keys = fmt::format(", delay: {} ps, delay_back: {} ps, skew: {} ps", dice.between(1, 300'000),
                       dice.between(0, 300'000), dice.between(0, 9'999));
  }
  if (spacewire && dice.chance(50)) {
    keys += fmt::format(", time_code_interval: {} ns", dice.between(500, 20'000));
  }
  return keys;
}

std::string random_platform(std::uint64_t seed) {
  test::Dice dice(seed);
  const bool any_topology = seed >= first_of_all_topologies;
  const bool errors = dice.chance(70);
  std::string text = fmt::format("name: random {}\nseed: {}\n", seed, seed);
  text +=
      fmt::format("network: {{{}}}\n", any_topology ? random_topology(dice) : random_network(dice));
  text += "defaults:\n";
  const std::string bit_rate = dice.one_of({"100 Mbit/s", "100 Mbit/s", "50 Mbit/s", "11111 ps"});
  const bool spacewire = errors || dice.chance(50);
  text += fmt::format(
      "  dslink: {{bit_rate: {}, form: {}, max_credit: {}, input_buffer: {}{}{}}}\n", bit_rate,
      spacewire ? "spacewire" : "ieee1355", dice.between(1, 7) * 8, dice.between(8, 40),
      errors ? ", error_interval: 50 ms" : "", random_cable(seed, spacewire));
  text += fmt::format(
      "  c104: {{input_buffer: {}, output_buffer: {}, clock: {} ns, routing_latency: {} ns, "
      "arbitration: {}, acknowledgement_priority: {}}}\n",
      dice.between(any_topology ? 9 : 8, 50), dice.between(1, 50), 10, 10 * dice.between(2, 9),
      dice.one_of({"fifo", "random", "network_first", "oldest_first", "hops_first"}),
      dice.chance(50));
  // with errors more senders would wait for ever: those that are slow, or whose packets were not
  // acknowledged when they were cut
  text += fmt::format(
      "  t9000: {{link_choice: {}, acknowledge_on: {}, acknowledgement_priority: {}, "
      "acknowledgement_delay: {} ns, receive_buffer: {}, clock: {} ns, service_time: {} ns}}\n",
      dice.one_of({"any_free", "by_channel"}),
      errors ? dice.one_of({"header", "first_token"})
             : dice.one_of({"header", "first_token", "end"}),
      dice.chance(70), dice.chance(50) ? 0 : dice.between(1, 900), dice.between(0, 2),
      dice.one_of({"10", "10", "25", "7"}), errors || dice.chance(70) ? 0 : dice.between(1, 900));
  text += fmt::format(
      "workload: {{type: random_traffic, message_bytes: 1..{}, interval: {} ns, processes: 2, "
      "max_outstanding: 65536}}\n",
      dice.between(8, 200), dice.between(200, 2000));
  return text;
}

class Equivalence : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Equivalence, AMillionTokensHaveTheSameTimesAtSignalAndToken) {
  test::expect_same_tokens(random_platform(GetParam()), "level=signal", 1'000'000);
}

// A cpu on wires at a router that is not, routers on wires beside others that are not.
TEST_P(Equivalence, TokensHaveTheSameTimesWhereLevelsAreMixed) {
  test::expect_same_tokens(
      random_platform(GetParam()),
      "groups=[{match: '*1*', type: c104, level: signal}, {match: '*0*', type: t9000, level: "
      "signal}]",
      100'000);
}

INSTANTIATE_TEST_SUITE_P(RandomPlatforms, Equivalence, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace weft
