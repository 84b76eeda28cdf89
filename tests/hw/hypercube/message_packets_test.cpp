// Packets of a hypercube as bytes, and messages as packets.
#include <gtest/gtest.h>

#include <memory_resource>
#include <numeric>
#include <vector>

#include "hw/hypercube/message_packets.hpp"
#include "hw/hypercube/packet_store.hpp"

namespace weft {
namespace {

TEST(HypercubePacket, has_4_header_bytes_and_16_of_data) {
  HypercubePacket packet{0x0123, 0x0456, 0, {}};
  std::iota(packet.data.begin(), packet.data.end(), std::uint8_t{100});
  const auto bytes = to_bytes(packet);
  static_assert(std::tuple_size_v<decltype(to_bytes(packet))> == 20);
  EXPECT_EQ(bytes[0], 0x23);
  EXPECT_EQ(bytes[1], 0x01);
  EXPECT_EQ(bytes[2], 0x56);
  EXPECT_EQ(bytes[3], 0x04);
  EXPECT_EQ(bytes[4], 100);
  EXPECT_EQ(bytes[19], 115);
}

TEST(HypercubePacket, holds_the_first_step_in_spare_bits_of_the_largest_cube) {
  for (std::uint8_t step = 0; step < 14; ++step) {
    const HypercubePacket packet{0x3fff, 0x2aaa, step, {}};
    EXPECT_EQ(packet_of(to_bytes(packet)), packet);
  }
  EXPECT_EQ(to_bytes({0, 0, 13, {}})[1], 0x40);  // 13 is 11 01
  EXPECT_EQ(to_bytes({0, 0, 13, {}})[3], 0xc0);
}

TEST(HypercubePacketStore,
     keeps_packets_by_numbers_and_gives_the_number_of_one_that_left_to_the_next) {
  HypercubePacketStore store(*std::pmr::new_delete_resource());
  std::vector<std::uint32_t> numbers;
  for (std::uint16_t source = 0; source < 100; ++source) {
    numbers.push_back(store.put({1, source, 0, {}}));
  }
  store.remove(numbers[7]);
  EXPECT_EQ(store.put({2, 200, 0, {}}), numbers[7]);
  for (std::uint16_t source = 0; source < 100; ++source) {
    EXPECT_EQ(store[numbers[source]].source, source == 7 ? 200 : source);
  }
}

TEST(HypercubeMessage, has_10_bytes_of_data_in_its_first_packet_and_16_in_others) {
  EXPECT_EQ(hypercube_packets(1), 1u);
  EXPECT_EQ(hypercube_packets(10), 1u);
  EXPECT_EQ(hypercube_packets(11), 2u);
  EXPECT_EQ(hypercube_packets(26), 2u);
  EXPECT_EQ(hypercube_packets(27), 3u);
  EXPECT_EQ(hypercube_packets(0xffffffff), 268435457u);
}

TEST(HypercubeMessage, tells_length_and_type_in_its_first_packet_and_is_padded_in_its_last) {
  const std::vector<std::uint8_t> message{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const HypercubePacketData first{12, 0, 0, 0, 0x34, 0x12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const HypercubePacketData second{11, 12};
  EXPECT_EQ(hypercube_packet_data(message, 0x1234, 0), first);
  EXPECT_EQ(hypercube_packet_data(message, 0x1234, 1), second);
}

HypercubePacket packet_of_message(unsigned source, unsigned first_step,
                                  std::span<const std::uint8_t> message, std::uint32_t index) {
  return {0, static_cast<std::uint16_t>(source), static_cast<std::uint8_t>(first_step),
          hypercube_packet_data(message, 7, index)};
}

TEST(HypercubeArrivals, follow_messages_of_several_sources_and_first_steps_at_a_time) {
  const std::vector<std::uint8_t> message(30, 1);
  HypercubeArrivals arrivals;
  for (std::uint32_t index = 0; index < 3; ++index) {
    for (const unsigned source : {1u, 2u}) {
      for (const unsigned step : {0u, 3u}) {
        const auto piece = arrivals.receive(packet_of_message(source, step, message, index));
        EXPECT_EQ(piece.source, source);
        EXPECT_EQ(piece.first_step, step);
        EXPECT_EQ(piece.type, 7u);
        EXPECT_EQ(piece.length, 30u);
        EXPECT_EQ(piece.first(), index == 0);
        EXPECT_EQ(piece.last(), index == 2);
        EXPECT_EQ(piece.offset, index == 0 ? 0u : 10 + 16 * (index - 1));
        EXPECT_EQ(piece.bytes, index == 0 ? 10u : index == 1 ? 16u : 4u);
        EXPECT_EQ(piece.from, index == 0 ? 6u : 0u);
      }
    }
    EXPECT_EQ(arrivals.begun(), index == 2 ? 0u : 4u);
  }
}

}  // namespace
}  // namespace weft
