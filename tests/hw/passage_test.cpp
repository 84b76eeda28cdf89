// Tokens that go through a switch without a call of it.
#include <gtest/gtest.h>

#include <vector>

#include "hw/dslink/passage.hpp"

namespace weft {
namespace {

class OfferedLink final : public LinkService {
 public:
  void consumed(Time) override {}
  void offer(Time stamp) override { offers.push_back(stamp); }
  bool started() const override { return true; }
  bool down(Time) const override { return false; }
  Time bit_time() const override { return 10'000; }

  std::vector<Time> offers;
};

struct PassageTest : testing::Test {
  Outbox outbox;
  OfferedLink link;
  Passage passage{.to = &outbox,
                  .link = &link,
                  .last_move = 200'000,
                  .clock = 10'000,
                  .stride = 100'000,
                  .room = 2};
};

// The switch's own way to find an edge: the first after the token is in, and one clock at least
// after the token before.
Time edge_by_division(const Passage& passage, Time now) {
  const Time first = (now / passage.clock + 1) * passage.clock;
  return first > passage.last_move + passage.clock ? first : passage.last_move + passage.clock;
}

TEST_F(PassageTest, edge_is_the_first_one_however_far_tokens_are_apart) {
  for (Time now = 190'000; now <= 420'000; now += 2'500) {
    EXPECT_EQ(passage.edge_for(now), edge_by_division(passage, now)) << now;
  }
}

TEST_F(PassageTest, takes_data_while_there_is_room) {
  EXPECT_TRUE(passage.takes(data_token(1)));
  EXPECT_FALSE(passage.takes(eop_token));
  EXPECT_FALSE(passage.takes(eom_token));
  passage.pass(data_token(1), 300'000);
  passage.pass(data_token(2), 400'000);
  EXPECT_FALSE(passage.takes(data_token(3)));
  EXPECT_EQ(passage.last_move, 400'000U);
  EXPECT_EQ(outbox.take(500'000), data_token(1));
  EXPECT_TRUE(passage.takes(data_token(3)));
}

TEST_F(PassageTest, takes_nothing_while_the_switch_is_to_be_told) {
  passage.to = nullptr;
  EXPECT_FALSE(passage.takes(data_token(1)));
}

TEST_F(PassageTest, tells_a_link_that_waits_and_no_other) {
  passage.pass(data_token(1), 300'000);
  outbox.link_waits = false;
  passage.pass(data_token(2), 400'000);
  EXPECT_EQ(link.offers, std::vector<Time>{300'000});
}

}  // namespace
}  // namespace weft
