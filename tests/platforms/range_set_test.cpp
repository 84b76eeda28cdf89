// Range sets against sets of single headers.
#include "platforms/checks/range_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>

namespace weft {
namespace {

using Headers = std::set<std::uint32_t>;
constexpr std::uint32_t universe = 64;

Headers headers_of(const RangeSet& set) {
  Headers headers;
  for (const HeaderRange& range : set.ranges()) {
    for (std::uint32_t header = range.first; header <= range.last; ++header) headers.insert(header);
  }
  return headers;
}

HeaderRange random_range(std::mt19937& random) {
  const auto first = static_cast<std::uint32_t>(random() % universe);
  return {first, first + static_cast<std::uint32_t>(random() % (universe - first) % 12)};
}

void expect_sorted_and_apart(const RangeSet& set) {
  for (std::size_t i = 0; i < set.ranges().size(); ++i) {
    ASSERT_LE(set.ranges()[i].first, set.ranges()[i].last);
    if (i == 0) continue;
    ASSERT_GT(set.ranges()[i].first, set.ranges()[i - 1].last + 1);
  }
}

TEST(RangeSet, AddsWhatASetOfHeadersAddsAndTellsWhatWasNew) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    RangeSet set;
    Headers expected;
    for (int i = 0; i < 30; ++i) {
      const HeaderRange range = random_range(random);
      RangeSet added;
      Headers expected_added;
      for (std::uint32_t header = range.first; header <= range.last; ++header) {
        if (expected.insert(header).second) expected_added.insert(header);
      }
      set.add(range, added);
      ASSERT_EQ(headers_of(set), expected) << seed;
      ASSERT_EQ(headers_of(added), expected_added) << seed;
      expect_sorted_and_apart(set);
      expect_sorted_and_apart(added);
    }
  }
}

TEST(RangeSet, CutsAsASetOfHeadersDoes) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    RangeSet set;
    for (int i = 0; i < 6; ++i) set.add(random_range(random));
    const HeaderRange range = random_range(random);
    Headers within;
    Headers without;
    for (const std::uint32_t header : headers_of(set)) {
      (header >= range.first && header <= range.last ? within : without).insert(header);
    }
    EXPECT_EQ(headers_of(set.within(range)), within);
    EXPECT_EQ(headers_of(set.without(range)), without);
    expect_sorted_and_apart(set.without(range));
    for (std::uint32_t header = 0; header < universe; ++header) {
      EXPECT_EQ(set.contains(header), headers_of(set).count(header) != 0);
    }
  }
}

TEST(RangeSet, JoinsRangesThatTouchSoThatEqualSetsAreEqual) {
  RangeSet pieces;
  for (const std::uint32_t header : {4U, 0U, 2U, 1U, 3U}) pieces.add({header, header});
  RangeSet whole;
  whole.add({0, 4});
  EXPECT_EQ(pieces, whole);
  EXPECT_EQ(pieces.ranges().size(), 1U);
}

}  // namespace
}  // namespace weft
