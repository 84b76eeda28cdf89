// Tags beside the RTL of a switch, which may be a user's: its pins need not make sense.
#include "rtl/c104/packet_tags.hpp"

#include <functional>
#include <string>

#include <gtest/gtest.h>

namespace weft::rtl {
namespace {

PacketTag tag(std::uint64_t id) {
  PacketTag tag;
  tag.trace.id = id;
  return tag;
}

std::string stopped(const std::function<void()>& call) {
  try {
    call();
  } catch (const RtlStopped& stop) {
    return stop.what();
  }
  return {};
}

TEST(PacketTags, follow_packets_through_the_switch_and_count_it_as_a_hop) {
  PacketTags tags(4);
  tags.receive(1, tag(7));
  tags.receive(1, tag(8));
  tags.open(1);
  tags.push(1, 3);
  EXPECT_EQ(tags.take(3).trace.id, 7U);
  tags.open(1);
  tags.push(1, 0);
  const PacketTag second = tags.take(0);
  EXPECT_EQ(second.trace.id, 8U);
  EXPECT_EQ(second.protocol.hops, 1U);
}

TEST(PacketTags, a_pin_that_tells_of_a_packet_that_is_not_there_stops_the_run) {
  PacketTags tags(4);
  EXPECT_EQ(stopped([&] { tags.open(2); }),
            "opened of link 2 is high, but no packet has come in that is not gone");
  EXPECT_EQ(
      stopped([&] { tags.take(3); }),
      "taken_first of link 3 is high, but no packet has gone to this output that is not gone");
  tags.receive(0, tag(1));
  tags.open(0);
  tags.push(0, 3);
  tags.clear(3);
  EXPECT_NE(stopped([&] { tags.take(3); }), "");
}

TEST(PacketTags, a_link_that_the_switch_does_not_have_stops_the_run) {
  PacketTags tags(5);
  EXPECT_EQ(stopped([&] { tags.push(6, 2); }),
            "pushed_from of link 2 is 6; expected a link, 0 to 4");
}

}  // namespace
}  // namespace weft::rtl
