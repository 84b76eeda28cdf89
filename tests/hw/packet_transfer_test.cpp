// A packet on a link, and its content.
#include "hw/common/packet_transfer.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

// As a T9000 sends a message of a length.
PacketTransfer of_length(std::uint32_t bytes, bool ends_message) {
  PacketTransfer packet;
  packet.header_bytes = 2;
  packet.body_bytes = bytes;
  packet.first_byte = 250;
  packet.ends_message = ends_message;
  return packet;
}

TEST(PacketTransfer, one_of_which_only_the_length_counts_has_that_and_an_end) {
  const PacketTransfer packet = of_length(32, true);
  EXPECT_EQ(packet.data_bytes(), 32U);
  EXPECT_EQ(packet.bytes(), 34U);
  EXPECT_EQ(packet.tokens(), 35U);
  EXPECT_EQ(packet.bits(), 34U * 10 + 4);
  EXPECT_EQ(packet.end_token(), eom_token);
  EXPECT_EQ(of_length(0, false).end_token(), eop_token);
}

// Who turns it into tokens finds them as if they had always been there.
TEST(PacketTransfer, its_content_counts_up_and_is_known) {
  const PacketBodyPtr content = of_length(32, true).content();
  ASSERT_EQ(content->size(), 32U);
  std::vector<std::uint8_t> expected(32);
  std::iota(expected.begin(), expected.end(), std::uint8_t{250});
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), content->bytes().begin()));
  EXPECT_EQ(content->end(), eom_token);
  EXPECT_EQ(content->known_since(32), 0U);
  EXPECT_EQ(content->known_since(33), never);
}

TEST(PacketTransfer, that_of_one_with_a_body_is_the_body) {
  PacketTransfer packet;
  packet.body = PacketBodyPtr::make();
  packet.body->append(7, 100);
  EXPECT_EQ(packet.content().get(), packet.body.get());
  EXPECT_EQ(packet.end_token(), null_token);
  EXPECT_EQ(packet.data_bytes(), 1U);
  packet.body->finish(eop_token, 200);
  EXPECT_EQ(packet.end_token(), eop_token);
}

}  // namespace
}  // namespace weft
