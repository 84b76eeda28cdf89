// The bus of a node: who has it, and when.
#include <gtest/gtest.h>

#include <optional>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/bus_core.hpp"

namespace weft {
namespace {

TEST(BusCore, is_granted_at_the_clock_after_the_request) {
  BusCore bus({2, 0});
  EXPECT_EQ(bus.next_grant(), std::nullopt);
  bus.request(1, 4, 10);
  EXPECT_EQ(bus.next_grant(), 11U);
  EXPECT_EQ(bus.evaluate(10), std::nullopt);
  EXPECT_EQ(bus.evaluate(11), (BusGrant{1, 11, 15}));
  EXPECT_EQ(bus.next_grant(), std::nullopt);
}

TEST(BusCore, one_master_has_it_at_a_time) {
  BusCore bus({2, 0});
  bus.request(0, 4, 0);
  bus.request(1, 4, 0);
  EXPECT_EQ(bus.evaluate(1), (BusGrant{0, 1, 5}));
  EXPECT_EQ(bus.next_grant(), 5U);
  EXPECT_EQ(bus.evaluate(4), std::nullopt);
  EXPECT_EQ(bus.evaluate(5), (BusGrant{1, 5, 9}));
}

TEST(BusCore, masters_take_turns) {
  BusCore bus({3, 0});
  for (unsigned master = 0; master < 3; ++master) bus.request(master, 1, 0);
  for (MemoryClocks now = 1; now < 30; ++now) {
    const auto grant = bus.evaluate(now);
    ASSERT_TRUE(grant);
    EXPECT_EQ(grant->master, (now - 1) % 3);
    bus.request(grant->master, 1, now);
  }
}

// Two masters with words of two clocks each lose one in three clocks, one by itself loses none:
// what fine-grain sharing costs.
TEST(BusCore, arbitration_is_lost_where_the_master_changes) {
  const auto end_of = [](unsigned masters, unsigned grants) {
    BusCore bus({2, 1});
    for (unsigned master = 0; master < masters; ++master) bus.request(master, 2, 0);
    MemoryClocks end = 0;
    for (MemoryClocks now = 1; grants != 0; ++now) {
      const auto grant = bus.evaluate(now);
      if (!grant) continue;
      end = grant->end;
      bus.request(grant->master, 2, now);
      --grants;
    }
    return end;
  };
  EXPECT_EQ(end_of(1, 100), 1 + 2 * 100U);
  EXPECT_EQ(end_of(2, 100), 1 + 2 + 3 * 99U);
}

TEST(BusCore, refuses_what_it_cannot_be) {
  EXPECT_THROW(BusCore({0, 0}), ParameterError);
  EXPECT_THROW(BusCore({65, 0}), ParameterError);
}

}  // namespace
}  // namespace weft
