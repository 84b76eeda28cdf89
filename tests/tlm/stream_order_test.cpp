// What happens at one time at stream level does not hang on who asked the wheel first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/support/run_for.hpp"
#include "tests/tlm/switch_star.hpp"

namespace weft::test {
namespace {

constexpr unsigned processors = 6;
constexpr unsigned bursts = 20;

/// By processor, the packets that came in, in their order.
std::map<unsigned, std::vector<std::uint64_t>> arrivals_of(const SwitchStar<StreamLevel>& star) {
  std::map<unsigned, std::vector<std::uint64_t>> arrivals;
  for (const auto& packet : star.arrivals) arrivals[packet.at].push_back(packet.id);
  return arrivals;
}

/// All send at the same time, to one and to one another; asked in the order of `senders`.
void send(SwitchStar<StreamLevel>& star, const std::vector<unsigned>& senders) {
  for (unsigned burst = 0; burst < bursts; ++burst) {
    const Time begin = (20 + 30 * burst) * microsecond;
    for (const unsigned from : senders) {
      const unsigned to = burst % 2 == 0 ? 0 : (from + 1 + burst % (processors - 1)) % processors;
      if (to != from) star.send(from, to, 1 + 7 * (burst % 5), begin);
    }
  }
}

TEST(StreamOrder, packets_that_ask_at_one_time_go_in_the_order_of_the_inputs) {
  std::vector<unsigned> senders{0, 1, 2, 3, 4, 5};
  SwitchStar<StreamLevel> ascending(star_of(processors));
  SwitchStar<StreamLevel> descending(star_of(processors));
  send(ascending, senders);
  std::reverse(senders.begin(), senders.end());
  send(descending, senders);
  run_for(700 * microsecond);
  const auto expected = arrivals_of(ascending);
  EXPECT_EQ(arrivals_of(descending), expected);
  // of the first burst, by hand: 1 to 5, whoever was asked first
  const std::vector<std::uint64_t>& first = expected.at(0);
  ASSERT_GE(first.size(), processors - 1);
  for (unsigned i = 0; i < processors - 1; ++i) EXPECT_EQ((first[i] >> 40U) - 1, 1 + i);
}

}  // namespace
}  // namespace weft::test
