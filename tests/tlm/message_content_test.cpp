// What a message says: from the program that sends it, over the links, to the one that receives it.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/tlm/bad_cable.hpp"
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

class MessageContent : public testing::TestWithParam<unsigned> {};

TEST_P(MessageContent, stands_on_the_wires_and_comes_out_as_it_was_sent) {
  const Bytes bytes = drawn(GetParam());
  Bench bench;
  Receive receive;
  Send send;
  carry(send, bytes);
  bench.pass(send, receive, GetParam());
  bench.run(200 * microsecond);
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].as<std::uint8_t>(), bytes);
  EXPECT_EQ(data_on(bench.from_a[0]), bytes);
}

INSTANTIATE_TEST_SUITE_P(OfPackets, MessageContent, testing::Values(0, 1, 31, 32, 33, 64, 1000));

TEST(MessageContentOf, two_messages_on_one_channel_keeps_to_its_own) {
  T9000Parameters parameters = Bench::one_link();
  parameters.receive_buffer = 1;
  Bench bench(parameters);
  Send first, second, third;
  carry(first, drawn(70));
  carry(third, drawn(5));
  bench.send(first, bench.a->core(), 0, 70);
  bench.send(second, bench.a->core(), 0, 40);
  bench.send(third, bench.a->core(), 0, 5);
  Receive receive;
  bench.receive(receive, bench.b->core(), 0, 100 * microsecond);
  bench.run(200 * microsecond);
  ASSERT_EQ(receive.messages.size(), 3U);
  EXPECT_EQ(receive.messages[0].as<std::uint8_t>(), drawn(70));
  EXPECT_TRUE(receive.messages[1].content().empty()) << "it was sent as a length";
  EXPECT_EQ(receive.messages[1].bytes, 40U);
  EXPECT_EQ(receive.messages[2].as<std::uint8_t>(), drawn(5));
}

// Packets of several channels come in at the same time, in turn over four links.
TEST(MessageContentOf, many_channels_over_a_fat_link_is_not_mixed) {
  T9000Parameters parameters = Bench::one_link();
  parameters.links = 4;
  Bench bench(parameters);
  std::array<Send, 8> sends;
  std::array<Receive, 8> receives;
  for (unsigned channel = 0; channel < 8; ++channel) {
    carry(sends[channel], drawn(200 + channel));
    bench.receive(receives[channel], bench.b->core(), channel);
    bench.send(sends[channel], bench.a->core(), channel, 200 + channel);
  }
  bench.run(300 * microsecond);
  for (unsigned channel = 0; channel < 8; ++channel) {
    ASSERT_EQ(receives[channel].messages.size(), 1U) << channel;
    EXPECT_EQ(receives[channel].messages[0].as<std::uint8_t>(), drawn(200 + channel));
  }
}

// Nobody tells what a packet without a tag says: a receiver keeps it.
TEST(MessageContentOf, a_packet_from_third_party_rtl_is_what_stood_on_the_wires) {
  TokenLevel level;
  LinkEndpoint end;
  auto t9000 = level.make<token::T9000>("t", Bench::one_link(), 0U, std::vector{DsLinkParameters{}},
                                        std::uint64_t{1});
  auto link = level.make_link("end", {}, 32, end, 1);
  end.attach(link->core());
  level.join(*link, t9000->link(0));
  t9000->core().open(0, 50, 0);
  Receive receive;
  receive.core = &t9000->core();
  t9000->core().processor().sleep(receive, 0);
  t9000->core().evaluate_at(0);
  sc_core::sc_start(5, sc_core::SC_US);
  for (const Token token : {data_token(0), data_token(7), data_token(9), eom_token}) {
    end.write(token, 5 * microsecond);
  }
  sc_core::sc_start(10, sc_core::SC_US);
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].as<std::uint8_t>(), (Bytes{7, 9}));
}

template <class Level>
class MessageContentAt : public testing::Test {};

template <class Level>
std::unique_ptr<typename Level::T9000> make_t9000(Level& level, const std::string& name,
                                                  unsigned number) {
  const std::vector<DsLinkParameters> links{DsLinkParameters{}};
  return level.template make<typename Level::T9000>(name, Bench::one_link(), number, links,
                                                    std::uint64_t{1});
}

using ContentLevels = testing::Types<Signal, TokenLevel>;
TYPED_TEST_SUITE(MessageContentAt, ContentLevels);

TYPED_TEST(MessageContentAt, a_bad_cable_shows_what_the_cable_made_of_it) {
  TypeParam level;
  auto a = make_t9000(level, "a", 0);
  auto b = make_t9000(level, "b", 1);
  constexpr unsigned header = 1;
  BadCable cable(level, header + 5);
  level.join(a->link(0), *cable.left.link);
  level.join(*cable.right.link, b->link(0));
  a->core().open(0, 0, 0);
  b->core().open(0, 0, 0);
  Receive receive;
  receive.core = &b->core();
  b->core().processor().sleep(receive, 0);
  Send send;
  Bytes bytes = drawn(20);
  carry(send, bytes);
  send.bytes = 20;
  send.core = &a->core();
  a->core().processor().sleep(send, 5 * microsecond);
  a->core().evaluate_at(0);
  b->core().evaluate_at(0);
  sc_core::sc_start(100, sc_core::SC_US);
  ASSERT_EQ(receive.messages.size(), 1U);
  bytes[5] ^= changed_bits;
  EXPECT_EQ(receive.messages[0].as<std::uint8_t>(), bytes);
}

TEST(MessageContentOf, no_whole_number_of_values_is_refused) {
  ReceivedMessage message;
  message.body = MessageBody::of(std::vector<std::uint8_t>{1, 2, 3});
  EXPECT_THROW(message.as<std::uint16_t>(), std::runtime_error);
}

}  // namespace
}  // namespace weft::test
