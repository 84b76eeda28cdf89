// The T9000: what takes its virtual channel processor and its processor time, and when a packet is
// acknowledged (facts.md, T9000).
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
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 8);
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
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 40);
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
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 40);
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

// There is one virtual channel processor for all links.
TEST(T9000Service, packets_for_two_links_are_put_together_one_after_the_other) {
  Bench bench(slow(2));
  Send sends[2];
  Receive receives[2];
  for (unsigned c = 0; c < 2; ++c) {
    bench.receive(receives[c], bench.b->core(), c);
    bench.send(sends[c], bench.a->core(), c, 32);
  }
  bench.run(100 * microsecond);
  expect_after(packets_on(bench.from_a[0]).at(0).begin, packets_on(bench.from_a[1]).at(0).begin,
               service);
}

// The cable of the first link is cut while its packet is put together.
TEST(T9000Service, a_packet_whose_link_goes_down_meanwhile_goes_over_another) {
  std::vector<DsLinkParameters> links(2);
  links[0].cut_at = 5 * microsecond + service + service / 4;
  Bench bench(slow(2), links);
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 32);
  bench.run(200 * microsecond);
  EXPECT_TRUE(packets_on(bench.from_a[0]).empty());
  EXPECT_EQ(packets_on(bench.from_a[1]).size(), 1U);
  EXPECT_EQ(receive.messages.size(), 1U);
  EXPECT_GT(send.done, 0U);
}

}  // namespace
}  // namespace weft::test
