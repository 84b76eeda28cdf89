// The T9000: virtual channels, packets and acknowledgements (thesis 3.1.1.1 and 4.1; facts.md).
#include <algorithm>
#include <array>
#include <functional>

#include "hw/t9000/run_queue.hpp"
#include "tests/tlm/levels.hpp"

namespace weft::test {
namespace {

struct Send : SendRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  Time done = 0;
  void resume(Time now) override { core->send(channel, *this, now); }
  void sent(Time now) override { done = now; }
};

struct Receive : ReceiveRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  bool any = false;
  bool again = true;
  std::vector<ReceivedMessage> messages;
  std::vector<Time> times;

  void resume(Time now) override { ask(now); }
  void ask(Time now) {
    ReceivedMessage message;
    while (any ? core->receive_any(*this, message, now)
               : core->receive(channel, *this, message, now)) {
      note(message, now);
      if (!again) return;
    }
  }
  void received(const ReceivedMessage& message, Time now) override {
    note(message, now);
    if (again) ask(now);
  }
  void note(const ReceivedMessage& message, Time now) {
    messages.push_back(message);
    times.push_back(now);
  }
};

/// A packet on a wire.
struct WirePacket {
  unsigned bytes = 0;  ///< After the header of one byte.
  Token end;
  bool acknowledgement = false;
  Time begin = 0;
  Time finish = 0;
};

std::vector<WirePacket> packets_on(const TokenRecorder& wire) {
  std::vector<WirePacket> packets;
  bool begins = true;
  for (const TokenEvent& event : wire.events) {
    if (!needs_credit(event.token)) continue;
    if (begins) packets.push_back({0, {}, event.tag.acknowledgement, event.begin, 0});
    begins = ends_packet(event.token);
    if (begins) {
      packets.back().end = event.token;
      packets.back().finish = event.end;
      --packets.back().bytes;
    } else {
      ++packets.back().bytes;
    }
  }
  return packets;
}

/// Two T9000s on `links` links; channel c of each is tied to channel c of the other. Headers of A
/// begin at 0, those of B at 8.
struct Bench {
  explicit Bench(T9000Parameters p = one_link()) {
    p.max_header = 7;
    a = level.make<token::T9000>("a", p, 0U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
    p.min_header = 8;
    p.max_header = 15;
    b = level.make<token::T9000>("b", p, 1U, std::vector{DsLinkParameters{}}, std::uint64_t{2});
    for (unsigned i = 0; i < p.links; ++i) {
      level.join(a->link(i), b->link(i));
      a->link(i).tokens(from_a[i]);
      b->link(i).tokens(from_b[i]);
    }
    for (unsigned c = 0; c < 8; ++c) {
      a->core().open(c, 8 + c, c);
      b->core().open(c, c, c);
    }
    a->core().evaluate_at(0);
    b->core().evaluate_at(0);
  }
  static T9000Parameters one_link() {
    T9000Parameters p;
    p.links = 1;
    return p;
  }
  void send(Send& request, T9000Core& core, unsigned channel, unsigned bytes,
            Time at = 5 * microsecond) {
    request.core = &core;
    request.channel = channel;
    request.bytes = bytes;
    core.processor().sleep(request, at);
  }
  void receive(Receive& request, T9000Core& core, unsigned channel, Time at = 0) {
    request.core = &core;
    request.channel = channel;
    core.processor().sleep(request, at);
  }
  void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

  TokenLevel level;
  std::unique_ptr<token::T9000> a, b;
  std::array<TokenRecorder, 4> from_a, from_b;  // by link
};

void expect_packets(unsigned bytes, const std::vector<unsigned>& sizes) {
  Bench bench;
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, bytes);
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
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 32);
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

TEST(T9000, acknowledgement_delay_puts_off_the_acknowledgement) {
  T9000Parameters p = Bench::one_link();
  p.acknowledgement_delay = 3'300 * nanosecond;
  Bench bench(p);
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 8);
  bench.run(50 * microsecond);
  const Time after =
      packets_on(bench.from_b[0]).at(0).begin - packets_on(bench.from_a[0]).at(0).begin;
  EXPECT_GE(after, 3'400 * nanosecond);
  EXPECT_LT(after, 3'600 * nanosecond);
}

// For the first packet, its acknowledgement, the second packet and its acknowledgement; the
// receiver is woken meanwhile.
TEST(T9000, service_time_is_taken_for_each_packet_and_for_each_process_that_is_woken) {
  constexpr Time service = 8 * microsecond;
  T9000Parameters p = Bench::one_link();
  p.service_time = service;
  Bench bench(p);
  Send send;
  Receive receive;
  bench.receive(receive, bench.b->core(), 0);
  bench.send(send, bench.a->core(), 0, 40);
  bench.run(100 * microsecond);
  const auto data = packets_on(bench.from_a[0]);
  const auto answers = packets_on(bench.from_b[0]);
  ASSERT_EQ(data.size(), 2U);
  ASSERT_EQ(answers.size(), 2U);
  const auto expect_after = [](Time from, Time to, Time duration) {
    EXPECT_GE(to, from + duration);
    EXPECT_LT(to, from + duration + 400 * nanosecond);
  };
  expect_after(data[0].begin, answers[0].begin, service);
  expect_after(answers[0].finish, data[1].begin, service);
  expect_after(data[1].begin, answers[1].begin, service);
  ASSERT_EQ(receive.times.size(), 1U);
  expect_after(data[1].finish, receive.times[0], service);
  expect_after(answers[1].finish, send.done, service);
}

// --- without acknowledgements

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

// --- without tags, as from third-party RTL, and to ends that are not connected

/// A T9000 that receives on channel 0, whose packets go to header 50; the far end of its link is a
/// bare one, written by hand from 5 us on.
struct BareEnd {
  BareEnd() {
    end.attach(link->core());
    level.join(*link, t9000->link(0));
    t9000->core().open(0, 50, 0);
    receive.core = &t9000->core();
    t9000->core().processor().sleep(receive, 0);
    t9000->core().evaluate_at(0);
    sc_core::sc_start(5, sc_core::SC_US);
  }
  TokenLevel level;
  LinkEndpoint end;
  Receive receive;
  std::unique_ptr<token::T9000> t9000 = level.make<token::T9000>(
      "t", Bench::one_link(), 0U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  std::unique_ptr<token::DsLink> link = level.make_link("end", {}, 32, end, 1);
};

TEST(T9000, takes_packets_without_tags_and_acknowledges_them_at_the_first_data_byte) {
  BareEnd bench;
  LinkEndpoint& end = bench.end;
  Receive& receive = bench.receive;
  for (const Token token : {data_token(0), data_token(1), data_token(2), eom_token}) {
    end.write(token, 5 * microsecond);
  }
  sc_core::sc_start(10, sc_core::SC_US);
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].bytes, 2U);
  ASSERT_EQ(end.size(), 2U);
  EXPECT_EQ(end.read(15 * microsecond).token, data_token(50));
  EXPECT_EQ(end.read(15 * microsecond).token, eop_token);
}

// A link error closes the packet that it cuts with an EOM (facts.md, DS-Link).
TEST(T9000, takes_an_acknowledgement_that_was_cut_for_no_message) {
  BareEnd bench;
  LinkEndpoint& end = bench.end;
  Receive& receive = bench.receive;
  const PacketTag acknowledgement{1, 7, 0, 0, true};
  end.write(data_token(0), 5 * microsecond, acknowledgement);
  end.write(eom_token, 5 * microsecond);
  sc_core::sc_start(10, sc_core::SC_US);
  EXPECT_TRUE(receive.messages.empty());
  EXPECT_TRUE(end.empty()) << "nothing was acknowledged";
}

TEST(T9000, gives_no_packet_to_a_link_that_leads_nowhere) {
  TokenLevel level;
  T9000Parameters p;
  p.links = 4;
  auto one =
      level.make<token::T9000>("one", p, 0U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  auto other =
      level.make<token::T9000>("other", p, 1U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  level.join(one->link(2), other->link(1));
  one->core().open(0, 0, 0);
  other->core().open(0, 0, 0);
  Send send;
  send.core = &one->core();
  send.bytes = 70;
  one->core().processor().sleep(send, 0);
  Receive receive;
  receive.core = &other->core();
  other->core().processor().sleep(receive, 0);
  one->core().evaluate_at(0);
  other->core().evaluate_at(0);
  sc_core::sc_start(50, sc_core::SC_US);
  EXPECT_EQ(receive.messages.size(), 1U);
  EXPECT_GT(send.done, 0U);
}

// --- run queue

struct Process : Resumable {
  std::vector<Time> resumed;
  std::function<void(Time)> then;
  void resume(Time now) override {
    resumed.push_back(now);
    if (then) then(now);
  }
};

void run_all(RunQueue& queue) {
  for (unsigned n = 0; n < 1000 && queue.next() != never; ++n) queue.run(queue.next());
}

TEST(RunQueue, runs_computations_one_after_the_other) {
  RunQueue queue(0);
  Process a, b;
  queue.compute(a, 100, 0);
  queue.compute(b, 50, 0);
  run_all(queue);
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
  EXPECT_EQ(b.resumed, std::vector<Time>{150});
  EXPECT_EQ(queue.busy(1000), 150U);
}

TEST(RunQueue, a_time_slice_shares_the_processor_round_robin) {
  RunQueue queue(10);
  Process a, b;
  queue.compute(a, 25, 0);
  queue.compute(b, 15, 0);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{35});  // a 10, b 10, a 10, b 5
  EXPECT_EQ(a.resumed, std::vector<Time>{40});
  EXPECT_EQ(queue.busy(40), 40U);
}

TEST(RunQueue, sleeping_needs_no_processor) {
  RunQueue queue(0);
  Process a, b;
  queue.compute(a, 100, 0);
  queue.sleep(b, 30);
  run_all(queue);
  EXPECT_EQ(b.resumed, std::vector<Time>{30});
  EXPECT_EQ(a.resumed, std::vector<Time>{100});
}

}  // namespace
}  // namespace weft::test
