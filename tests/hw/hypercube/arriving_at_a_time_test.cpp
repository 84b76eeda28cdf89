// Section 4: how many messages arrive at a node at a time, which comparators would have to watch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/hw/hypercube/cube_bench.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

constexpr unsigned cube_degree = 4;

/// All other nodes send to node 0 at once, three messages each.
template <class Bench>
unsigned most_at_a_time(Bench bench,
                        void (Bench::*send)(unsigned, unsigned, unsigned, std::uint16_t)) {
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned from = 1; from < 1u << cube_degree; ++from) (bench.*send)(from, 0, 400, 0);
  }
  bench.run();
  std::vector<std::pair<Time, int>> changes;  // of one time those that end first
  for (const CubeArrival& arrival : bench.arrivals()) {
    changes.emplace_back(arrival.first, 1);
    changes.emplace_back(arrival.last, -1);
  }
  EXPECT_EQ(changes.size(), 2u * 3 * 15);
  std::sort(changes.begin(), changes.end());
  int present = 0;
  int most = 0;
  for (const auto& [time, change] : changes) most = std::max(most, present += change);
  return static_cast<unsigned>(most);
}

// Wormholes do not interleave on a link: n at most arrive, by n links, and n pairs of comparators
// watch all of them. Of messages in packets all 45 could.
TEST(HypercubeArrivingAtATime, are_as_many_wormholes_as_links_and_far_more_messages_in_packets) {
  EXPECT_EQ(
      most_at_a_time(SwitchBench(cube_degree, HypercubeTransport::wormhole), &SwitchBench::send),
      cube_degree);
  EXPECT_GT(most_at_a_time(CubeBench(CubeBench::ticks(cube_degree)), &CubeBench::send_bytes),
            3 * cube_degree);
}

}  // namespace
}  // namespace weft
