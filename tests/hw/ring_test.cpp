#include "hw/common/ring.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace weft {
namespace {

TEST(Ring, TakesItemsInOrderAndItsSlotsKeepNothingOfThem) {
  Ring<std::shared_ptr<int>> ring;
  const auto first = std::make_shared<int>(1);
  const auto second = std::make_shared<int>(2);
  ring.push(first);
  ring.push(second);
  EXPECT_EQ(ring.take(), first);
  EXPECT_EQ(ring.size(), 1U);
  EXPECT_EQ(first.use_count(), 1);
  EXPECT_EQ(ring.take(), second);
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(second.use_count(), 1);
}

TEST(Ring, GrowsWithoutLosingWhatWrappedRound) {
  Ring<std::shared_ptr<int>> ring;
  for (int i = 0; i < 100; ++i) {
    ring.push(std::make_shared<int>(i));
    ring.push(std::make_shared<int>(-i));
    EXPECT_EQ(*ring.take(), i % 2 == 0 ? i / 2 : -(i / 2));
  }
  EXPECT_EQ(ring.size(), 100U);
  EXPECT_EQ(*ring.take(), 50);
}

}  // namespace
}  // namespace weft
