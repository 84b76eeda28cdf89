// The T9000 without acknowledgements: packets follow without a gap, receivers keep them.
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

T9000Parameters without_acknowledgements(unsigned packet_bytes) {
  T9000Parameters p = Bench::one_link();
  p.acknowledge_on = AcknowledgeOn::nothing;
  p.packet_bytes = packet_bytes;
  return p;
}

TEST(T9000, without_acknowledgements_packets_of_a_channel_follow_without_a_gap) {
  Bench bench(without_acknowledgements(64));
  Send sends[3];
  Receive receive;
  bench.receive(receive, bench.b->core(), 2);
  for (Send& send : sends) bench.send(send, bench.a->core(), 2, 64);
  bench.run(60 * microsecond);
  const auto packets = packets_on(bench.from_a[0]);
  ASSERT_EQ(packets.size(), 3U);
  // an FCT for the other direction may stand between two packets
  const Time gap = 2 * bit_count(fct_token) * DsLinkParameters{}.bit_time;
  EXPECT_LE(packets[1].begin, packets[0].finish + gap);
  EXPECT_LE(packets[2].begin, packets[1].finish + gap);
  EXPECT_EQ(receive.messages.size(), 3U);
  EXPECT_TRUE(packets_on(bench.from_b[0]).empty());
}

TEST(T9000, without_acknowledgements_a_packet_is_done_while_its_end_is_transmitted) {
  Bench bench(without_acknowledgements(64));
  Send send;
  bench.send(send, bench.a->core(), 0, 100);
  bench.run(60 * microsecond);
  const auto packets = packets_on(bench.from_a[0]);
  ASSERT_EQ(packets.size(), 2U);
  EXPECT_GT(send.done, packets[0].finish);
  EXPECT_LT(send.done, packets[1].finish);
  EXPECT_GE(send.done, packets[1].finish - bit_count(eom_token) * DsLinkParameters{}.bit_time);
  EXPECT_EQ(bench.a->core().counters().messages_sent, 1U);
}

TEST(T9000, without_acknowledgements_a_receiver_keeps_what_nobody_has_asked_for) {
  Bench bench(without_acknowledgements(64));
  Send sends[4];
  for (Send& send : sends) bench.send(send, bench.a->core(), 3, 64);
  bench.run(60 * microsecond);
  EXPECT_EQ(bench.b->core().counters().messages_received, 4U);
  Receive receive;
  bench.receive(receive, bench.b->core(), 3, 60 * microsecond);
  bench.b->core().evaluate_at(60 * microsecond);
  bench.run(10 * microsecond);
  EXPECT_EQ(receive.messages.size(), 4U);
  EXPECT_EQ(bench.b->core().counters().acknowledgements_sent, 0U);
}

}  // namespace
}  // namespace weft::test
