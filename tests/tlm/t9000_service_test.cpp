// The T9000: what takes its virtual channel processor and its processor time, and when a packet is
// acknowledged (facts.md, T9000).
#include <algorithm>
#include <vector>

#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

constexpr Time service = 8 * microsecond;

T9000Parameters slow(unsigned links = 1) {
  T9000Parameters p;
  p.links = links;
  p.service_time = service;
  return p;
}

void expect_after(Time from, Time to, Time duration) {
  EXPECT_GE(to, from + duration);
  EXPECT_LT(to, from + duration + 400 * nanosecond);
}

TEST(T9000Service, acknowledgement_delay_puts_off_the_acknowledgement) {
  T9000Parameters p = Bench::one_link();
  p.acknowledgement_delay = 3'300 * nanosecond;
  Bench bench(p);
  Send send;
  Receive receive;
  bench.pass(send, receive, 8);
  bench.run(50 * microsecond);
  expect_after(packets_on(bench.from_a[0]).at(0).begin, packets_on(bench.from_b[0]).at(0).begin,
               p.acknowledgement_delay);
}

TEST(T9000Service, acknowledges_once_the_end_is_in_if_told_so) {
  T9000Parameters p = Bench::one_link();
  p.acknowledge_on = AcknowledgeOn::end;
  Bench bench(p);
  Send send;
  Receive receive;
  bench.pass(send, receive, 40);
  bench.run(50 * microsecond);
  const auto data = packets_on(bench.from_a[0]);
  const auto answers = packets_on(bench.from_b[0]);
  ASSERT_EQ(data.size(), 2U);
  ASSERT_EQ(answers.size(), 2U);
  for (unsigned i = 0; i < 2; ++i) expect_after(data[i].finish, answers[i].begin, 0);
  EXPECT_EQ(receive.messages.size(), 1U);
}

TEST(T9000Service, acknowledges_a_packet_that_waited_for_its_receiver_once_that_asks) {
  T9000Parameters p = Bench::one_link();
  p.acknowledge_on = AcknowledgeOn::end;
  Bench bench(p);
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0, 30 * microsecond);
  bench.send(send, bench.a->core(), 0, 40);
  bench.run(60 * microsecond);
  expect_after(30 * microsecond, packets_on(bench.from_b[0]).at(0).begin, 0);
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].bytes, 40U);
}

// The processor begins the message; then each packet is put together, data or acknowledgement. The
// processor wakes the receiver and the sender.
TEST(T9000Service, each_packet_and_each_turn_of_the_processor_takes_its_time) {
  Bench bench(slow());
  Send send;
  Receive receive;
  bench.pass(send, receive, 40);
  bench.run(5 * microsecond + service);
  EXPECT_TRUE(bench.a->core().sends_on(0));
  bench.run(100 * microsecond);
  EXPECT_FALSE(bench.a->core().sends_on(0));
  const auto data = packets_on(bench.from_a[0]);
  const auto answers = packets_on(bench.from_b[0]);
  ASSERT_EQ(data.size(), 2U);
  ASSERT_EQ(answers.size(), 2U);
  expect_after(5 * microsecond, data[0].begin, 2 * service);
  expect_after(data[0].begin, answers[0].begin, service);
  expect_after(answers[0].finish, data[1].begin, service);
  expect_after(data[1].begin, answers[1].begin, service);
  ASSERT_EQ(receive.times.size(), 1U);
  expect_after(data[1].finish, receive.times[0], service);
  EXPECT_EQ(receive.messages[0].injected, 5 * microsecond);
  expect_after(answers[1].finish, send.done, service);
}

// Packets of three channels over one link: none is put together while another one is on it.
TEST(T9000Service, a_packet_is_put_together_once_its_link_is_free) {
  Bench bench(slow());
  Send sends[3];
  Receive receives[3];
  for (unsigned c = 0; c < 3; ++c) {
    bench.receive(receives[c], bench.b->core(), c);
    bench.send(sends[c], bench.a->core(), c, 32);
  }
  bench.run(100 * microsecond);
  const auto data = packets_on(bench.from_a[0]);
  ASSERT_EQ(data.size(), 3U);
  expect_after(data[0].finish, data[1].begin, service);
  expect_after(data[1].finish, data[2].begin, service);
}

// There is one virtual channel processor for all links: two acknowledgements, both due at 60 us.
TEST(T9000Service, packets_for_two_links_are_put_together_one_after_the_other) {
  Bench bench(slow(2));
  Send sends[2];
  Receive receives[2];
  for (unsigned c = 0; c < 2; ++c) {
    bench.receive(receives[c], bench.b->core(), c, 60 * microsecond);
    bench.send(sends[c], bench.a->core(), c, 32);
  }
  bench.run(100 * microsecond);
  ASSERT_EQ(packets_on(bench.from_b[0]).size(), 1U);
  ASSERT_EQ(packets_on(bench.from_b[1]).size(), 1U);
  const Time first = packets_on(bench.from_b[0])[0].begin;
  const Time second = packets_on(bench.from_b[1])[0].begin;
  expect_after(60 * microsecond, std::min(first, second), service);
  expect_after(60 * microsecond, std::max(first, second), 2 * service);
}

// Four data packets of B are waiting for the virtual channel processor when one of A comes in; it
// is at the second of them.
TEST(T9000Service, an_acknowledgement_goes_before_data_that_is_not_begun) {
  T9000Parameters p = slow(4);
  Bench bench(p);
  Send sends[5];
  Receive receives[5];
  for (unsigned c = 1; c < 5; ++c) {
    bench.receive(receives[c], bench.a->core(), c);
    bench.send(sends[c], bench.b->core(), c, 32);
  }
  bench.receive(receives[0], bench.b->core(), 0);
  bench.send(sends[0], bench.a->core(), 0, 32, 13 * microsecond);  // is on the wire at 29 us
  bench.run(200 * microsecond);
  Time answer = never;
  std::vector<Time> data;
  for (unsigned i = 0; i < 4; ++i) {
    for (const WirePacket& packet : packets_on(bench.from_b[i])) {
      if (packet.acknowledgement) {
        answer = packet.begin;
      } else {
        data.push_back(packet.begin);
      }
    }
  }
  std::sort(data.begin(), data.end());
  ASSERT_EQ(data.size(), 4U);
  EXPECT_GT(answer, data[1]);
  EXPECT_LT(answer, data[3]);
}

// What a workload that looks at the queue sees.
TEST(T9000Service, messages_that_are_being_begun_count_as_queued) {
  Bench bench(slow());
  Send sends[3];
  for (unsigned c = 0; c < 3; ++c) bench.send(sends[c], bench.a->core(), c, 8);
  bench.run(6 * microsecond);
  EXPECT_EQ(bench.a->core().queued_data(), 3U);
  bench.run(service);  // one is put together
  EXPECT_EQ(bench.a->core().queued_data(), 3U);
  bench.run(service);  // and has gone, the next one is
  EXPECT_EQ(bench.a->core().queued_data(), 2U);
}

// The second message is asked for while the first one is being begun.
TEST(T9000Service, messages_of_a_channel_keep_their_order) {
  Bench bench(slow());
  Send sends[2];
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  bench.send(sends[0], bench.a->core(), 0, 5);
  bench.send(sends[1], bench.a->core(), 0, 7, 6 * microsecond);
  bench.run(200 * microsecond);
  ASSERT_EQ(receive.messages.size(), 2U);
  EXPECT_EQ(receive.messages[0].bytes, 5U);
  EXPECT_EQ(receive.messages[1].bytes, 7U);
  EXPECT_GT(sends[1].done, sends[0].done);
}

// Without acknowledgements packets follow each other as fast as they are put together.
TEST(T9000Service, without_acknowledgements_each_packet_takes_its_time) {
  T9000Parameters p = slow();
  p.acknowledge_on = AcknowledgeOn::nothing;
  Bench bench(p);
  Send send;
  bench.send(send, bench.a->core(), 0, 96);
  bench.run(100 * microsecond);
  const auto data = packets_on(bench.from_a[0]);
  ASSERT_EQ(data.size(), 3U);
  expect_after(data[0].finish, data[1].begin, service);
  expect_after(data[1].finish, data[2].begin, service);
  EXPECT_GT(send.done, data[2].begin);
}

// The second packet of three is on the wire when an inverted bit takes the link down.
TEST(T9000Service, a_cut_packet_that_was_not_acknowledged_takes_its_message_with_it) {
  T9000Parameters p = Bench::one_link();
  p.acknowledge_on = AcknowledgeOn::end;
  std::vector<DsLinkParameters> links(1);
  links[0].error_at = 10 * microsecond;
  Bench bench(p, links);
  Send send;
  Receive receive;
  bench.pass(send, receive, 96);
  bench.run(100 * microsecond);
  EXPECT_EQ(packets_on(bench.from_b[0]).size(), 1U);
  EXPECT_EQ(bench.b->core().counters().packets_cut, 1U);
  EXPECT_EQ(bench.b->core().counters().messages_lost, 1U);
  EXPECT_TRUE(receive.messages.empty());
}

// The cable of the first link is cut while its packet is put together.
TEST(T9000Service, a_packet_whose_link_goes_down_meanwhile_goes_over_another) {
  std::vector<DsLinkParameters> links(2);
  links[0].cut_at = 5 * microsecond + service + service / 4;
  T9000Parameters p = slow(2);
  p.link_choice = LinkChoice::any_free;
  Bench bench(p, links);
  Send send;
  Receive receive;
  bench.pass(send, receive, 32);
  bench.run(200 * microsecond);
  EXPECT_TRUE(packets_on(bench.from_a[0]).empty());
  EXPECT_EQ(packets_on(bench.from_a[1]).size(), 1U);
  EXPECT_EQ(receive.messages.size(), 1U);
  EXPECT_GT(send.done, 0U);
}

}  // namespace
}  // namespace weft::test
