// Stores that wait for the bus: what merges, what leaves.
#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "hw/node/write_queue.hpp"

namespace weft {
namespace {

TEST(WriteQueue, stores_to_one_block_leave_together) {
  WriteQueue queue({4, 32, 1});
  for (unsigned i = 0; i < 4; ++i) queue.store(false, 64 + 8 * i, 10 + i);
  const QueuedWrite write = queue.first();
  EXPECT_FALSE(write.port);
  EXPECT_EQ(write.transaction.address, 64U);
  EXPECT_EQ(write.transaction.words, 4U);
  EXPECT_EQ(write.transaction.data[3], 13U);
  queue.pop();
  EXPECT_TRUE(queue.empty());
}

TEST(WriteQueue, what_does_not_lie_together_leaves_in_parts) {
  WriteQueue queue({4, 32, 1});
  queue.store(false, 0, 1);
  queue.store(false, 16, 3);
  queue.store(false, 24, 4);
  EXPECT_EQ(queue.first().transaction.words, 1U);
  queue.pop();
  EXPECT_EQ(queue.first().transaction.address, 16U);
  EXPECT_EQ(queue.first().transaction.words, 2U);
  EXPECT_EQ(queue.first().transaction.data[1], 4U);
  queue.pop();
  EXPECT_TRUE(queue.empty());
}

TEST(WriteQueue, takes_no_new_block_when_it_is_full) {
  WriteQueue queue({2, 32, 2});
  EXPECT_FALSE(queue.drains());
  queue.store(false, 0, 1);
  EXPECT_FALSE(queue.drains());
  queue.store(false, 32, 2);
  EXPECT_TRUE(queue.drains());
  EXPECT_FALSE(queue.takes(false, 64));
  EXPECT_TRUE(queue.takes(false, 8));
  EXPECT_FALSE(queue.takes(true, 8)) << "the same address of the node behind the port";
}

TEST(WriteQueue, knows_what_it_holds) {
  WriteQueue queue({4, 32, 1});
  queue.store(true, 64, 1);
  EXPECT_FALSE(queue.holds(64, 96));
  queue.store(false, 72, 1);
  EXPECT_TRUE(queue.holds(64, 96));
  EXPECT_FALSE(queue.holds(96, 128));
}

TEST(WriteQueue, refuses_what_it_cannot_be) {
  EXPECT_THROW(WriteQueue({0, 32, 1}), ParameterError);
  EXPECT_THROW(WriteQueue({4, 24, 1}), ParameterError);
  EXPECT_THROW(WriteQueue({4, 128, 1}), ParameterError);
  EXPECT_THROW(WriteQueue({4, 32, 0}), ParameterError);
  EXPECT_THROW(WriteQueue({4, 32, 5}), ParameterError);
}

}  // namespace
}  // namespace weft
