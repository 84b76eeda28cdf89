// Rates on shared busses, against shares found by hand.
#include "tlm/iwarp/fair_shares.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

constexpr double ends = 0.5;  // words a clock that a program moves
const std::vector<double> busses{0.5, 0.5, 0.5};

TEST(FairShares, one_alone_goes_as_fast_as_its_ends_and_its_busses) {
  EXPECT_EQ(fair_shares({{{0, 1}, ends}}, busses), std::vector<double>{0.5});
  EXPECT_EQ(fair_shares({{{0, 1}, 0.1}}, busses), std::vector<double>{0.1});
}

TEST(FairShares, a_bus_is_shared_evenly) {
  const std::vector<double> rates =
      fair_shares({{{0}, ends}, {{0, 1}, ends}, {{2, 0}, ends}}, busses);
  for (const double rate : rates) EXPECT_NEAR(rate, 0.5 / 3, 1e-12);
}

// Two share bus 0; one of them shares bus 1 with two more, so it has a third of that one, and the
// other has what it leaves of bus 0.
TEST(FairShares, what_one_cannot_use_the_others_have) {
  const std::vector<double> rates =
      fair_shares({{{0}, ends}, {{0, 1}, ends}, {{1}, ends}, {{1, 2}, ends}}, busses);
  EXPECT_NEAR(rates[0], 0.5 - 0.5 / 3, 1e-12);
  for (const std::size_t one : {1, 2, 3}) EXPECT_NEAR(rates[one], 0.5 / 3, 1e-12);
  EXPECT_NEAR(fair_shares({{{0}, 0.1}, {{0}, ends}}, busses)[1], 0.4, 1e-12);
}

// Two transfers of the same instructions over one bus each have their turn.
TEST(FairShares, what_crosses_a_bus_twice_counts_twice) {
  const std::vector<double> rates = fair_shares({{{0, 0}, ends}, {{0}, ends}}, busses);
  for (const double rate : rates) EXPECT_NEAR(rate, 0.5 / 3, 1e-12);
}

// The second of a chain is as slow as the first, and so is the third; the fourth has what the
// second leaves of bus 1.
TEST(FairShares, none_is_faster_than_one_that_it_is_behind) {
  const std::vector<double> rates =
      fair_shares({{{0}, 0.1}, {{1}, ends, {0}}, {{2}, ends, {1}}, {{1}, ends}}, busses);
  EXPECT_EQ(rates[0], 0.1);
  EXPECT_EQ(rates[1], 0.1);
  EXPECT_EQ(rates[2], 0.1);
  EXPECT_NEAR(rates[3], 0.4, 1e-12);
}

TEST(FairShares, nothing_goes_over_a_bus_that_is_cut) {
  EXPECT_EQ(fair_shares({{{0, 1}, ends}, {{1}, ends}}, {0, 0.5}), (std::vector<double>{0, 0.5}));
}

}  // namespace
}  // namespace weft
