// What stays where its owner is, as long as it is short: a list against a std::vector, a queue
// against a std::deque, and the tokens of such queues.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

#include "hw/common/near_list.hpp"
#include "hw/common/near_ring.hpp"
#include "hw/common/random.hpp"
#include "hw/common/stamped_token.hpp"

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

TEST(NearRing, gives_the_items_in_the_order_in_which_they_came_however_many_there_are) {
  RandomStream random(1, "near ring");
  NearRing<std::uint32_t, 4> queue;
  std::deque<std::uint32_t> expected;
  for (std::uint32_t step = 0; step < 200'000; ++step) {  // more than an index can count
    const bool grows = random.below(100) < (step / 100 % 2 == 0 ? 60U : 40U);
    if (grows || expected.empty()) {
      queue.push(step);
      expected.push_back(step);
    } else {
      ASSERT_EQ(queue.take(), expected.front()) << step;
      expected.pop_front();
    }
    ASSERT_EQ(queue.size(), expected.size());
    ASSERT_EQ(queue.empty(), expected.empty());
    for (std::uint32_t i = 0; i < queue.size(); ++i) ASSERT_EQ(queue[i], expected[i]) << step;
  }
}

TEST(NearRing, takes_items_again_after_it_was_emptied) {
  NearRing<std::uint32_t, 2> queue;
  for (std::uint32_t i = 0; i < 9; ++i) queue.push(i);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  for (std::uint32_t i = 0; i < 5; ++i) queue.push(10 + i);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(queue.take(), 10 + i);
}

TEST(NearRing, is_full_and_not_empty_with_more_than_a_short_index_can_tell_apart) {
  constexpr std::uint32_t count = 200'000;
  NearRing<std::uint32_t, 4, std::uint32_t> queue;
  for (std::uint32_t i = 0; i < count; ++i) queue.push(i);
  EXPECT_EQ(queue.size(), count);
  ASSERT_FALSE(queue.empty());
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(queue.take(), i);
  EXPECT_TRUE(queue.empty());
}

TEST(StampedToken, is_the_token_and_its_time_up_to_five_hours) {
  const Time last = StampedToken::limit - 1;
  for (const Token token : {data_token(0), data_token(255), eop_token, eom_token}) {
    for (const Time stamp : {Time{0}, Time{12'345}, last}) {
      const StampedToken stamped(stamp, token);
      EXPECT_EQ(stamped.stamp(), stamp);
      EXPECT_EQ(stamped.token(), token);
      EXPECT_EQ(stamped.is_data(), token.kind == TokenKind::data);
    }
  }
  EXPECT_GT(last, 5 * 3'600 * second);
  EXPECT_THROW(StampedToken(StampedToken::limit, eop_token), std::out_of_range);
}

}  // namespace
}  // namespace weft
