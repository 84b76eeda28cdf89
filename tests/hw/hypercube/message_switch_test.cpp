// Messages that are carried whole: datagrams, with cut-through, and wormholes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

constexpr Time asked = 1;        // the tick after `send`
constexpr Time arbitration = 4;  // ticks
constexpr Time on_link(Time bytes) { return 2 * (hypercube_header_bytes + bytes); }

std::vector<CubeArrival> one_message(HypercubeTransport transport, unsigned to, unsigned bytes,
                                     HypercubeArbitration when = HypercubeArbitration::paid) {
  SwitchBench bench(4, transport, false, when);
  bench.send(0, to, bytes, 5);
  bench.run();
  return bench.arrivals();
}

TEST(HypercubeMessageSwitch, a_datagram_is_stored_whole_at_each_node) {
  const auto here = one_message(HypercubeTransport::datagram, 7, 100);
  ASSERT_EQ(here.size(), 1U);
  const Time last_link = asked + 2 * (arbitration + on_link(100)) + arbitration;
  EXPECT_EQ(here[0], (CubeArrival{0, 7, 5, cube_bytes(100, 5), last_link + on_link(16),
                                  last_link + on_link(100), 0}));
}

TEST(HypercubeMessageSwitch, cut_through_and_wormholes_go_on_with_the_first_byte_of_the_header) {
  for (const auto transport : {HypercubeTransport::cut_through, HypercubeTransport::wormhole}) {
    const auto here = one_message(transport, 7, 100);
    ASSERT_EQ(here.size(), 1U);
    const Time last_link = asked + arbitration + 2 * (2 + arbitration);
    EXPECT_EQ(here[0].first, last_link + on_link(16));
    EXPECT_EQ(here[0].last, last_link + on_link(100));
    EXPECT_EQ(here[0].bytes, cube_bytes(100, 5));
  }
}

TEST(HypercubeMessageSwitch, the_first_bytes_of_a_short_message_are_all_of_them) {
  const auto here = one_message(HypercubeTransport::wormhole, 1, 3);
  ASSERT_EQ(here.size(), 1U);
  EXPECT_EQ(here[0].first, here[0].last);
}

TEST(HypercubeMessageSwitch, hidden_arbitration_is_paid_once_by_datagrams) {
  const auto here = one_message(HypercubeTransport::datagram, 7, 100, HypercubeArbitration::hidden);
  ASSERT_EQ(here.size(), 1U);
  EXPECT_EQ(here[0].last, asked + arbitration + 3 * on_link(100));
}

// Figure 5: 10 KB go first over the link that 256 bytes need.
TEST(HypercubeMessageSwitch, a_long_wormhole_makes_a_short_one_wait_until_it_has_gone) {
  SwitchBench bench(3, HypercubeTransport::wormhole);
  bench.send(0, 7, 10240, 1);
  bench.send(4, 1, 256, 2);  // by node 5
  bench.send(0, 5, 256, 3);
  bench.run();
  const auto here = bench.arrivals();
  ASSERT_EQ(here.size(), 3U);
  EXPECT_EQ(here[0].type, 2);
  EXPECT_LT(here[0].last, on_link(256) + 30) << "its links are others";
  EXPECT_EQ(here[1].type, 3);
  const Time gone = asked + arbitration + on_link(10240);
  EXPECT_GT(here[1].first, gone);
  EXPECT_LT(here[1].last, gone + on_link(256) + 30);
}

// Node 0's message to 3 waits at node 1 for the link to 3, which a long one from 1 has. It holds
// the link from 0 to 1 meanwhile, which another message from 0 to 1 needs.
TEST(HypercubeMessageSwitch, a_blocked_wormhole_holds_its_links_and_a_datagram_does_not) {
  const auto arrival_at_1 = [](HypercubeTransport transport) {
    SwitchBench bench(2, transport);
    bench.send(1, 3, 5000);
    bench.send(0, 3, 20);
    bench.run(10);
    bench.send(0, 1, 20);
    bench.run();
    return bench.arrivals().at(0).last;
  };
  EXPECT_GT(arrival_at_1(HypercubeTransport::wormhole), on_link(5000));
  EXPECT_LT(arrival_at_1(HypercubeTransport::cut_through), 200U);
  EXPECT_LT(arrival_at_1(HypercubeTransport::datagram), 200U);
}

using Kind = std::tuple<HypercubeTransport, HypercubeArbitration>;

class HypercubeMessageVariants : public testing::TestWithParam<Kind> {};

std::uint64_t random_traffic(SwitchBench& bench, unsigned nodes) {
  RandomStream random(1, "traffic");
  std::uint16_t sent = 0;
  for (Time round = 0; round < 20; ++round) {
    bench.run(1 + round * 150);
    for (unsigned from = 0; from < nodes; ++from) {
      const auto to = static_cast<unsigned>(random.below(nodes));
      const auto bytes = static_cast<unsigned>(random.exponential(60));
      if (to != from) bench.send(from, to, bytes, ++sent);
    }
  }
  bench.run();
  return sent;
}

TEST_P(HypercubeMessageVariants,
       deliver_every_byte_whatever_the_order_in_which_nodes_are_evaluated) {
  const auto [transport, arbitration_when] = GetParam();
  SwitchBench forwards(4, transport, false, arbitration_when);
  SwitchBench backwards(4, transport, true, arbitration_when);
  const std::uint64_t sent = random_traffic(forwards, 16);
  random_traffic(backwards, 16);
  EXPECT_EQ(forwards.arrivals(), backwards.arrivals());
  EXPECT_EQ(forwards.arrivals().size(), sent);
  for (const CubeArrival& arrival : forwards.arrivals()) {
    EXPECT_EQ(arrival.bytes, cube_bytes(static_cast<unsigned>(arrival.bytes.size()), arrival.type));
    EXPECT_LE(arrival.first, arrival.last);
  }
  for (unsigned node = 0; node < 16; ++node) EXPECT_TRUE(forwards.core(node).idle());
  // no link carries two at a time
  std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<Time, Time>>> by_link;
  for (const auto& one : forwards.carried()) {
    by_link[{one.node, one.port}].emplace_back(one.begin, one.end);
  }
  for (auto& [link, times] : by_link) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) EXPECT_LE(times[i - 1].second, times[i].first);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, HypercubeMessageVariants,
    testing::Combine(testing::Values(HypercubeTransport::datagram, HypercubeTransport::cut_through,
                                     HypercubeTransport::wormhole),
                     testing::Values(HypercubeArbitration::paid, HypercubeArbitration::hidden)));

/// When byte k of a worm begins on each of its links, byte by byte, from when its header did: it
/// must be there, the link must have carried the byte before, and the stage behind it must have let
/// go of that one.
std::vector<Time> tails_byte_by_byte(const std::vector<Time>& heads, std::uint64_t bytes) {
  std::vector<Time> before = heads;  // when the byte before began on each
  for (std::uint64_t k = 1; k < bytes; ++k) {
    std::vector<Time> now(heads.size());
    for (std::size_t link = 0; link < heads.size(); ++link) {
      now[link] = before[link] + 2;
      if (link > 0) now[link] = std::max(now[link], now[link - 1] + 2);
      if (link + 1 < heads.size()) now[link] = std::max(now[link], before[link + 1]);
    }
    before = now;
  }
  for (Time& begun : before) begun += 2;
  return before;
}

TEST(HypercubeMessageSwitch, the_tail_of_a_wormhole_leaves_when_its_last_byte_does) {
  SwitchBench bench(4, HypercubeTransport::wormhole);
  random_traffic(bench, 16);
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
    EXPECT_EQ(tails, tails_byte_by_byte(heads, std::get<2>(worm)));
    ++compared;
  }
  EXPECT_GT(compared, 200U);
}

TEST(HypercubeMessageSwitch, refuses_what_is_no_message) {
  SwitchBench bench(2, HypercubeTransport::wormhole);
  EXPECT_THROW(bench.send(0, 0, 1), std::invalid_argument);
  EXPECT_THROW(bench.send(0, 4, 1), std::invalid_argument);
  EXPECT_THROW(bench.send(0, 1, 0), std::invalid_argument);
  EXPECT_THROW(SwitchBench(2, HypercubeTransport::packets), std::invalid_argument);
}

}  // namespace
}  // namespace weft
