// A link end at stream level.
#include <gtest/gtest.h>

#include <systemc>

#include "tests/support/run_for.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft {
namespace {

struct Silent final : StreamClient {
  void packet_begins(unsigned, const PacketTransfer&, Time) override {}
  void flow_changes(unsigned, bool, Time) override {}
  void packet_ends(unsigned, Time) override {}
  void block_changes(unsigned, bool, Time) override {}
};

/// Two ends of a link of 100 Mbit/s.
struct Ends {
  Ends() {
    sender.out.bind(receiver.in);
    receiver.out.bind(sender.in);
  }

  Silent client;
  StreamPort sender{"sender", 10 * nanosecond, client, 0};
  StreamPort receiver{"receiver", 10 * nanosecond, client, 0};
};

// NULs of 80 ns from 0 on. A flow control token has 4 bits, and the next one verifies it.
TEST(StreamPort, grants_room_at_the_next_boundary_of_an_idle_link) {
  Ends ends;
  test::run_for(100 * nanosecond);
  ends.receiver.block(false);
  EXPECT_EQ(ends.sender.granted(), (160 + 50) * nanosecond);
}

// Tokens of 100 ns from 200 ns on.
TEST(StreamPort, grants_room_behind_the_token_that_is_on_its_way) {
  Ends ends;
  test::run_for(200 * nanosecond);
  ends.receiver.begin(PacketTransfer{});
  test::run_for(150 * nanosecond);
  ends.receiver.block(false);
  EXPECT_EQ(ends.sender.granted(), (400 + 50) * nanosecond);
}

}  // namespace
}  // namespace weft
