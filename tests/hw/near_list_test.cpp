// A short list that stays where its owner is, against a std::vector.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/near_list.hpp"
#include "hw/common/random.hpp"

namespace weft {
namespace {

TEST(NearList, has_the_items_in_their_order_whether_they_stand_in_it_or_elsewhere) {
  RandomStream random(1, "near list");
  NearList<std::uint32_t, 4> list;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t step = 0; step < 2000; ++step) {
    const bool grows = random.below(100) < (step / 100 % 2 == 0 ? 60U : 40U);
    if (grows || expected.empty()) {
      const auto place = static_cast<std::uint32_t>(random.below(expected.size() + 1));
      list.insert(place, step);
      expected.insert(expected.begin() + place, step);
    } else {
      const auto place = static_cast<std::uint32_t>(random.below(expected.size()));
      list.erase(place);
      expected.erase(expected.begin() + place);
    }
    ASSERT_EQ(list.size(), expected.size());
    for (std::uint32_t i = 0; i < list.size(); ++i) ASSERT_EQ(list[i], expected[i]) << step;
  }
}

}  // namespace
}  // namespace weft
