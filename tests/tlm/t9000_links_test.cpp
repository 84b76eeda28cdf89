// The T9000: which link of a fat link takes a packet.
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

/// Numbers of packets on each of the links when `channels` send at once.
std::vector<std::size_t> shares(unsigned links, LinkChoice choice,
                                const std::vector<unsigned>& channels = {0, 1, 2, 3, 4, 5, 6, 7}) {
  T9000Parameters p;
  p.links = links;
  p.link_choice = choice;
  Bench bench(p);
  Send sends[8];
  Receive receives[8];
  for (const unsigned c : channels) {
    bench.receive(receives[c], bench.b->core(), c);
    bench.send(sends[c], bench.a->core(), c, 32);
  }
  bench.run(100 * microsecond);
  std::vector<std::size_t> counts;
  for (unsigned i = 0; i < links; ++i) counts.push_back(packets_on(bench.from_a[i]).size());
  for (const unsigned c : channels) EXPECT_EQ(receives[c].messages.size(), 1U);
  return counts;
}

// Thesis 3.1.1.1: the queue is local to each physical link.
TEST(T9000, by_default_each_channel_has_its_link) {
  EXPECT_EQ(shares(4, T9000Parameters{}.link_choice, {1, 5}),
            (std::vector<std::size_t>{0, 2, 0, 0}));
}

TEST(T9000, any_free_link_of_a_fat_link_takes_the_next_packet) {
  EXPECT_EQ(shares(4, LinkChoice::any_free), (std::vector<std::size_t>{2, 2, 2, 2}));
}

TEST(T9000, three_links_share_eight_packets) {
  auto counts = shares(3, LinkChoice::any_free);
  std::sort(counts.begin(), counts.end());
  EXPECT_EQ(counts, (std::vector<std::size_t>{2, 3, 3}));
}

TEST(T9000, by_channel_gives_each_channel_its_link) {
  EXPECT_EQ(shares(4, LinkChoice::by_channel, {1, 5}), (std::vector<std::size_t>{0, 2, 0, 0}));
}

TEST(T9000, any_free_link_takes_what_by_channel_would_give_to_one) {
  EXPECT_EQ(shares(4, LinkChoice::any_free, {1, 5}), (std::vector<std::size_t>{1, 1, 0, 0}));
}

TEST(T9000, by_channel_goes_by_the_numbers_of_the_end_that_sends) {
  T9000Parameters p;
  p.links = 4;
  p.link_choice = LinkChoice::by_channel;
  Bench bench(p);
  bench.a->core().open(1, 8 + 6, 6);
  bench.b->core().open(6, 1, 1);
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 6);
  bench.send(send, bench.a->core(), 1, 32);
  bench.run(100 * microsecond);
  EXPECT_EQ(packets_on(bench.from_a[1]).size(), 1U);
  ASSERT_EQ(packets_on(bench.from_b[2]).size(), 1U);
  EXPECT_TRUE(packets_on(bench.from_b[2])[0].acknowledgement);
}

Packet& add(PacketQueues& queues, unsigned channel, PacketKind kind) {
  Packet& packet = queues.add(channel, kind);
  packet.tag.protocol.kind = kind;
  return packet;
}

// What a throttle by the queue counts (thesis 5.4.4: the data queue).
TEST(PacketQueues, count_data_packets_and_no_acknowledgements) {
  for (const bool priority : {true, false}) {
    T9000Parameters p;
    p.acknowledgement_priority = priority;
    PacketQueues queues(p);
    for (unsigned n = 0; n < 3; ++n) add(queues, 0, PacketKind::acknowledgement);
    Packet& data = add(queues, 0, PacketKind::data);
    EXPECT_EQ(queues.data(), 1U);
    queues.push_front(Packet(data));
    EXPECT_EQ(queues.data(), 2U);
    while (!queues.empty(0)) queues.take(0);
    EXPECT_EQ(queues.data(), 0U);
  }
}

// A link that leads nowhere gets no channels.
TEST(PacketQueues, deal_channels_to_the_links_that_there_are) {
  PacketQueues queues(T9000Parameters{});
  for (unsigned channel = 0; channel < 4; ++channel) add(queues, channel, PacketKind::data);
  EXPECT_EQ(queues.links(), 0b1111U);
  queues.deal_to(std::array{1U, 3U});
  EXPECT_EQ(queues.links(), 0b1010U);
  EXPECT_TRUE(queues.empty(0));
  EXPECT_TRUE(queues.empty(2));
  for (const unsigned channel : {0U, 2U}) EXPECT_EQ(queues.take(1).channel, channel);
  for (const unsigned channel : {1U, 3U}) EXPECT_EQ(queues.take(3).channel, channel);
  EXPECT_TRUE(queues.empty());
  add(queues, 2, PacketKind::data);
  EXPECT_FALSE(queues.empty(1));
}

// Where one queue is for all links, each of them may take what waits.
TEST(PacketQueues, tell_for_which_links_packets_wait) {
  for (const LinkChoice choice : {LinkChoice::by_channel, LinkChoice::any_free}) {
    T9000Parameters p;
    p.link_choice = choice;
    PacketQueues queues(p);
    EXPECT_EQ(queues.links(), 0U);
    add(queues, 2, PacketKind::acknowledgement);
    add(queues, 2, PacketKind::data);
    const unsigned expected = choice == LinkChoice::any_free ? 0b1111U : 0b0100U;
    EXPECT_EQ(queues.links(), expected);
    queues.take(2);
    EXPECT_EQ(queues.links(), expected);
    queues.take(2);
    EXPECT_EQ(queues.links(), 0U);
  }
}

/// Remembers when its core asked to be evaluated, at the earliest.
class EarliestCycle final : public CycleDriver {
 public:
  void evaluate_at(Time time) override { next = std::min(next, time); }
  Time next = never;
};

TEST(T9000, a_link_that_changes_at_the_time_of_an_evaluation_is_looked_at_afterwards) {
  EarliestCycle driver;
  T9000Core core(Bench::one_link(), 0, driver);
  core.link_changed(0, microsecond);
  driver.next = never;  // the driver is armed for now, so the core's wish of a moment ago is lost
  core.evaluate(microsecond);
  EXPECT_EQ(driver.next, edge_after(microsecond, Bench::one_link().clock));
}

TEST(T9000, a_channel_that_nobody_opened_is_refused) {
  Bench bench;
  bench.a->core().open(20, 3, 20);
  Send send;
  EXPECT_THROW(bench.a->core().send(12, send, 0), std::out_of_range);
}

TEST(T9000, a_message_over_a_fat_link_arrives_whole) {
  T9000Parameters p;
  p.links = 4;
  Bench bench(p);
  Send sends[40];
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  for (unsigned n = 0; n < 40; ++n) bench.send(sends[n], bench.a->core(), 0, n * 5);
  bench.run(600 * microsecond);
  ASSERT_EQ(receive.messages.size(), 40U);
  for (unsigned n = 0; n < 40; ++n) EXPECT_EQ(receive.messages[n].bytes, n * 5);
}

}  // namespace
}  // namespace weft::test
