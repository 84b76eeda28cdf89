// Objects found by their numbers against a map of the standard library.
#include "hw/common/numbered_items.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"

namespace weft {
namespace {

struct Numbered {
  std::uint32_t number = 0;
  std::uint32_t times_asked_for = 0;
};

TEST(NumberedItems, are_found_where_they_were_put_and_no_others) {
  RandomStream random(1, "numbered items");
  NumberedItems<Numbered> items;
  std::map<std::uint32_t, std::uint32_t> expected;
  std::map<std::uint32_t, const Numbered*> places;
  for (std::uint32_t step = 0; step < 20'000; ++step) {
    // as numbers are: all from 0 on, rows of a grid, or anywhere
    const auto row = static_cast<std::uint32_t>(random.below(40));
    const auto column = static_cast<std::uint32_t>(random.below(17));
    const auto near = static_cast<std::uint32_t>(random.below(500));
    const std::uint32_t number = step % 3 == 0   ? near
                                 : step % 3 == 1 ? 256 * row + column
                                                 : near * 0x1234'5677U;
    EXPECT_EQ(items.find(number) != nullptr, expected.contains(number));
    Numbered& item = items.find_or_add(number);
    ASSERT_EQ(item.number, number);
    ASSERT_EQ(item.times_asked_for++, expected[number]++);
    ASSERT_EQ(places.try_emplace(number, &item).first->second, &item) << "has moved";
  }
  for (const auto& [number, place] : places) ASSERT_EQ(items.find(number), place);
}

TEST(NumberedItems, are_gone_through_in_the_order_in_which_they_came) {
  NumberedItems<Numbered> items;
  const std::vector<std::uint32_t> numbers{
      7, 0, std::numeric_limits<std::uint32_t>::max(), 8, 1U << 31U, 3, 1};
  for (const std::uint32_t number : numbers) items.find_or_add(number);
  items.find_or_add(8);
  std::vector<std::uint32_t> found;
  items.for_each([&found](const Numbered& item) { found.push_back(item.number); });
  EXPECT_EQ(found, numbers);
}

TEST(NumberedItems, are_none_at_first) {
  NumberedItems<Numbered> items;
  EXPECT_EQ(items.find(0), nullptr);
  items.for_each([](const Numbered&) { FAIL(); });
}

}  // namespace
}  // namespace weft
