// The T9000: messages in packets and their acknowledgements (thesis 3.1.1.1 and 4.1; facts.md).
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

void expect_packets(unsigned bytes, const std::vector<unsigned>& sizes) {
  Bench bench;
  Send send;
  Receive receive;
  bench.pass(send, receive, bytes);
  bench.run(200 * microsecond);
  const auto packets = packets_on(bench.from_a[0]);
  ASSERT_EQ(packets.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(packets[i].bytes, sizes[i]);
    EXPECT_EQ(packets[i].end, i + 1 == sizes.size() ? eom_token : eop_token);
  }
  const auto answers = packets_on(bench.from_b[0]);
  ASSERT_EQ(answers.size(), sizes.size());
  for (const WirePacket& answer : answers) {
    EXPECT_EQ(answer.bytes, 0U);
    EXPECT_EQ(answer.end, eop_token);
  }
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].bytes, bytes);
  EXPECT_GT(send.done, 0U);
  EXPECT_EQ(bench.a->core().counters().messages_sent, 1U);
  EXPECT_EQ(bench.b->core().counters().bytes_received, bytes);
}

TEST(T9000, an_empty_message_is_one_empty_packet_with_eom) { expect_packets(0, {0}); }
TEST(T9000, one_byte_is_one_packet) { expect_packets(1, {1}); }
TEST(T9000, thirty_two_bytes_are_one_packet) { expect_packets(32, {32}); }
TEST(T9000, thirty_three_bytes_are_two_packets) { expect_packets(33, {32, 1}); }
TEST(T9000, two_hundred_and_fifty_six_bytes_are_eight_packets) {
  expect_packets(256, std::vector<unsigned>(8, 32));
}

TEST(T9000, acknowledges_once_the_header_is_in_before_the_packet_ends) {
  Bench bench;
  Send send;
  Receive receive;
  bench.pass(send, receive, 32);
  bench.run(50 * microsecond);
  const auto packet = packets_on(bench.from_a[0]).at(0);
  const auto answer = packets_on(bench.from_b[0]).at(0);
  EXPECT_LT(answer.begin, packet.begin + 300 * nanosecond);
  EXPECT_LT(answer.finish, packet.finish);
}

TEST(T9000, sends_the_next_packet_of_a_channel_only_after_the_acknowledgement) {
  Bench bench;
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0, 30 * microsecond);
  bench.send(send, bench.a->core(), 0, 100);
  bench.run(30 * microsecond);
  EXPECT_EQ(packets_on(bench.from_a[0]).size(), 1U);
  EXPECT_EQ(bench.b->core().counters().acknowledgements_deferred, 1U);
  EXPECT_TRUE(packets_on(bench.from_b[0]).empty());
  bench.run(50 * microsecond);
  EXPECT_EQ(packets_on(bench.from_a[0]).size(), 4U);
  EXPECT_EQ(receive.messages.at(0).bytes, 100U);
  EXPECT_GE(packets_on(bench.from_b[0]).at(0).begin, 30 * microsecond);
}

TEST(T9000, receive_buffer_lets_messages_in_before_they_are_asked_for) {
  T9000Parameters p = Bench::one_link();
  p.receive_buffer = 2;
  Bench bench(p);
  Send sends[4];
  for (Send& send : sends) bench.send(send, bench.a->core(), 3, 40);
  bench.run(60 * microsecond);
  EXPECT_GT(sends[1].done, 0U);
  EXPECT_EQ(sends[2].done, 0U);
  Receive receive;
  bench.receive(receive, bench.b->core(), 3, 60 * microsecond);
  bench.b->core().evaluate_at(60 * microsecond);
  bench.run(60 * microsecond);
  EXPECT_EQ(receive.messages.size(), 4U);
  EXPECT_GT(sends[3].done, 0U);
}

TEST(T9000, receive_any_takes_messages_in_the_order_in_which_they_came) {
  Bench bench;
  Send sends[3];
  const unsigned channels[] = {5, 2, 4};
  for (unsigned i = 0; i < 3; ++i) {
    bench.send(sends[i], bench.a->core(), channels[i], 10, (5 + i) * microsecond);
  }
  Receive receive;
  receive.any = true;
  bench.receive(receive, bench.b->core(), 0, 40 * microsecond);
  bench.run(60 * microsecond);
  ASSERT_EQ(receive.messages.size(), 3U);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(receive.messages[i].channel, channels[i]);
}

// Header = min_header + channel; 8 is B's first, its last channel is 7.
TEST(T9000, a_header_outside_its_range_is_a_header_error) {
  Bench bench;
  bench.a->core().open(0, 7, 0);
  bench.a->core().open(1, 16, 0);
  Send low, high, right;
  Receive receive;
  bench.receive(receive, bench.b->core(), 2);
  bench.send(low, bench.a->core(), 0, 5);
  bench.send(high, bench.a->core(), 1, 5);
  bench.send(right, bench.a->core(), 2, 5);
  bench.run(50 * microsecond);
  EXPECT_EQ(bench.b->core().counters().header_errors, 2U);
  EXPECT_EQ(low.done, 0U);
  EXPECT_GT(right.done, 0U);
  EXPECT_EQ(receive.messages.size(), 1U);
}

// B has a queue of data packets when A's packet comes in.
std::vector<WirePacket> answers_among_data(bool priority) {
  T9000Parameters p = Bench::one_link();
  p.acknowledgement_priority = priority;
  Bench bench(p);
  Send sends[4];
  Receive receives[4];
  for (unsigned c = 1; c < 4; ++c) {
    bench.receive(receives[c], bench.a->core(), c);
    bench.send(sends[c], bench.b->core(), c, 32);
  }
  bench.receive(receives[0], bench.b->core(), 0);
  bench.send(sends[0], bench.a->core(), 0, 8);
  bench.run(50 * microsecond);
  return packets_on(bench.from_b[0]);
}

std::size_t place_of_answer(const std::vector<WirePacket>& packets) {
  const auto found = std::find_if(packets.begin(), packets.end(),
                                  [](const WirePacket& p) { return p.acknowledgement; });
  return static_cast<std::size_t>(found - packets.begin());
}

TEST(T9000, acknowledgements_go_before_data) {
  EXPECT_EQ(place_of_answer(answers_among_data(true)), 1U);
}

TEST(T9000, acknowledgements_wait_their_turn_without_priority) {
  EXPECT_EQ(place_of_answer(answers_among_data(false)), 3U);
}

}  // namespace
}  // namespace weft::test
