// Whole messages at random, of all transports: every byte arrives, tails leave when they should.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

std::uint64_t random_traffic(SwitchBench& bench, unsigned nodes, Time gap = 150) {
  RandomStream random(1, "traffic");
  std::uint16_t sent = 0;
  for (Time round = 0; round < 20; ++round) {
    bench.run(1 + round * gap);
    for (unsigned from = 0; from < nodes; ++from) {
      const auto to = static_cast<unsigned>(random.below(nodes));
      const auto bytes = static_cast<unsigned>(random.exponential(60));
      if (to != from) bench.send(from, to, bytes, ++sent);
    }
  }
  bench.run();
  return sent;
}

// Circuits that take any way wait in a circle, as each keeps what it has.
TEST(HypercubeMessageSwitch, adaptive_circuits_deadlock_but_by_age) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::circuit);
  parameters.routing = HypercubeRouting::adaptive;
  SwitchBench standing(parameters);
  const std::uint64_t given = random_traffic(standing, 16, 40);
  EXPECT_LT(standing.arrivals().size(), given);
  EXPECT_FALSE(standing.idle());
  parameters.precedence = HypercubePrecedence::creation;
  SwitchBench by_age(parameters);
  const std::uint64_t sent = random_traffic(by_age, 16, 40);
  EXPECT_EQ(by_age.arrivals().size(), sent);
  EXPECT_TRUE(by_age.idle());
}

using Kind = std::tuple<HypercubeTransport, HypercubeArbitration, HypercubeLinks,
                        HypercubePrecedence, HypercubeRouting>;

class HypercubeMessageVariants : public testing::TestWithParam<Kind> {
 protected:
  static HypercubeChipParameters parameters() {
    HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::datagram);
    std::tie(parameters.transport, parameters.arbitration, parameters.links, parameters.precedence,
             parameters.routing) = GetParam();
    return parameters;
  }
};

void expect_every_byte(const HypercubeChipParameters& parameters) {
  SwitchBench forwards(parameters);
  SwitchBench backwards(parameters, true);
  const std::uint64_t sent = random_traffic(forwards, 16);
  random_traffic(backwards, 16);
  EXPECT_EQ(forwards.arrivals(), backwards.arrivals());
  EXPECT_EQ(forwards.arrivals().size(), sent);
  for (const CubeArrival& arrival : forwards.arrivals()) {
    EXPECT_EQ(arrival.bytes, cube_bytes(static_cast<unsigned>(arrival.bytes.size()), arrival.type));
    EXPECT_LE(arrival.first, arrival.last);
  }
  EXPECT_TRUE(forwards.idle());
  // no link carries two at a time, in one direction or in either
  const bool shared = parameters.links == HypercubeLinks::unidirectional;
  std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<Time, Time>>> by_link;
  for (const auto& one : forwards.carried()) {
    const unsigned end = shared ? one.node & ~(1u << one.port) : one.node;
    by_link[{end, one.port}].emplace_back(one.begin, one.end);
  }
  for (auto& [link, times] : by_link) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) EXPECT_LE(times[i - 1].second, times[i].first);
  }
}

TEST_P(HypercubeMessageVariants,
       deliver_every_byte_whatever_the_order_in_which_nodes_are_evaluated) {
  expect_every_byte(parameters());
}

TEST_P(HypercubeMessageVariants, deliver_every_byte_with_acknowledgements_and_by_any_link) {
  HypercubeChipParameters p = parameters();
  if (p.links == HypercubeLinks::unidirectional) p.acknowledgement_bytes = 10;
  p.adaptive_wait = HypercubeAdaptiveWait::any_link;
  expect_every_byte(p);
  p.injection = HypercubeInjection::in_sequence;
  expect_every_byte(p);
}

const auto all_arbitration =
    testing::Values(HypercubeArbitration::paid, HypercubeArbitration::hidden);
const auto all_links =
    testing::Values(HypercubeLinks::bidirectional, HypercubeLinks::unidirectional);
const auto all_precedence =
    testing::Values(HypercubePrecedence::arrival, HypercubePrecedence::creation);

INSTANTIATE_TEST_SUITE_P(
    Fixed, HypercubeMessageVariants,
    testing::Combine(testing::Values(HypercubeTransport::datagram, HypercubeTransport::cut_through,
                                     HypercubeTransport::wormhole, HypercubeTransport::circuit),
                     all_arbitration, all_links, all_precedence,
                     testing::Values(HypercubeRouting::fixed)));

INSTANTIATE_TEST_SUITE_P(Adaptive, HypercubeMessageVariants,
                         testing::Combine(testing::Values(HypercubeTransport::datagram,
                                                          HypercubeTransport::cut_through),
                                          all_arbitration, all_links, all_precedence,
                                          testing::Values(HypercubeRouting::adaptive)));

INSTANTIATE_TEST_SUITE_P(AdaptiveCircuits, HypercubeMessageVariants,
                         testing::Combine(testing::Values(HypercubeTransport::circuit),
                                          all_arbitration, all_links,
                                          testing::Values(HypercubePrecedence::creation),
                                          testing::Values(HypercubeRouting::adaptive)));

/// When byte k of a worm begins on each of its links, byte by byte, from when its header did: it
/// must be there, the link must have carried the byte before, and the stage behind it, of so many
/// bytes, must have let go of one.
std::vector<Time> tails_byte_by_byte(const std::vector<Time>& heads, std::uint64_t bytes,
                                     std::uint64_t stage) {
  std::vector<std::vector<Time>> begun{heads};  // by byte, on each link
  for (std::uint64_t k = 1; k < bytes; ++k) {
    std::vector<Time> now(heads.size());
    for (std::size_t link = 0; link < heads.size(); ++link) {
      now[link] = begun.back()[link] + 2;
      if (link > 0) now[link] = std::max(now[link], now[link - 1] + 2);
      if (link + 1 < heads.size() && k >= stage) {
        now[link] = std::max(now[link], begun[k - stage][link + 1]);
      }
    }
    begun.push_back(now);
  }
  std::vector<Time> tails = begun.back();
  for (Time& tail : tails) tail += 2;
  return tails;
}

class HypercubeWorms : public testing::TestWithParam<unsigned> {};

// Of short ones, which fit into two or three stages of 10 bytes, the first links are free before
// the header has the last.
TEST_P(HypercubeWorms, the_tail_of_a_wormhole_leaves_when_its_last_byte_does) {
  HypercubeChipParameters parameters = SwitchBench::ticks(4, HypercubeTransport::wormhole);
  parameters.route_bytes = GetParam();
  SwitchBench bench(parameters);
  random_traffic(bench, 16, 40);
  // the links of each message in the order of its way; types are not seen there, lengths tell
  std::map<std::tuple<unsigned, unsigned, std::uint64_t>, std::vector<SwitchBench::Carried>> worms;
  for (const auto& one : bench.carried()) {
    worms[{one.source, one.destination, one.bytes}].push_back(one);
  }
  unsigned compared = 0;
  for (auto& [worm, links] : worms) {
    std::sort(links.begin(), links.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    const auto hops =
        static_cast<std::size_t>(std::popcount(std::get<0>(worm) ^ std::get<1>(worm)));
    if (links.size() != hops) continue;  // two messages of one pair and length
    std::vector<Time> heads;
    std::vector<Time> tails;
    for (const auto& link : links) {
      heads.push_back(link.begin);
      tails.push_back(link.end);
    }
    EXPECT_EQ(tails, tails_byte_by_byte(heads, std::get<2>(worm), GetParam()));
    ++compared;
  }
  EXPECT_GT(compared, 200U);
}

INSTANTIATE_TEST_SUITE_P(Stages, HypercubeWorms, testing::Values(1, 2, 4, 10));

}  // namespace
}  // namespace weft
