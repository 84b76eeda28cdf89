// The chaos and the forced router without their links.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "hw/adaptive/chaos_core.hpp"
#include "hw/adaptive/forced_core.hpp"

namespace weft {
namespace {

constexpr Time bit = 10 * nanosecond;
constexpr unsigned data_bytes = 32;
constexpr Time packet_time = (10 * (1 + data_bytes) + 4) * bit;

struct Sent {
  unsigned port = 0;
  PacketTransfer packet;
};

/// A router whose links are watched. Links 0 to 2 lead to other routers, link 3 to a processor;
/// header h is profitable over link h.
template <class Core>
class Bench : public CycleDriver {
 public:
  template <class Parameters>
  explicit Bench(Parameters parameters, std::uint64_t seed = 1) {
    parameters.links = 4;
    RouterPlace place;
    place.network = 0b0111;
    place.routes = RouteTable({{0, 0, 1}, {1, 1, 2}, {2, 2, 4}, {3, 3, 8}});
    core_ = std::make_unique<Core>(parameters, std::move(place), seed, *this);
    for (unsigned port = 0; port < 4; ++port) {
      lines_.push_back({this, port});
      core_->attach(port, lines_.back());
    }
  }

  /// A packet with this id begins to come in now, its end known.
  void receive(unsigned port, std::uint32_t header, std::uint64_t id, Time routed = never) {
    PacketTransfer packet = make(header, id);
    packet.tag.trace.routed = routed;
    packet.body->finish(eop_token, now_);
    packet.end = now_ + packet_time;
    core_->packet_begins(port, PacketTransfer(packet), now_);
  }
  /// The same, but its end is not known.
  PacketBodyPtr receive_head(unsigned port, std::uint32_t header, std::uint64_t id) {
    const PacketTransfer packet = make(header, id);
    core_->packet_begins(port, PacketTransfer(packet), now_);
    return packet.body;
  }
  void free_far_frame(unsigned port) { core_->frame_free(port, now_); }
  void run(Time duration) {
    const Time until = now_ + duration;
    while (next_ <= until) {
      now_ = next_;
      next_ = never;
      core_->evaluate(now_);
    }
    now_ = until;
  }
  Time now() const { return now_; }
  Core& core() { return *core_; }
  const std::vector<Sent>& sent() const { return sent_; }
  std::vector<std::uint64_t> ids_sent() const {
    std::vector<std::uint64_t> ids;
    for (const Sent& sent : sent_) ids.push_back(sent.packet.tag.trace.id);
    return ids;
  }
  const std::vector<Time>& ends_told() const { return ends_told_; }
  unsigned frames_freed(unsigned port) const { return lines_[port].freed; }

 private:
  struct Line : PacketLine {
    bool has_room(std::uint32_t) const override { return true; }
    void free_room(std::uint32_t) override {}
    Line(Bench* owner, unsigned number) : bench(owner), port(number) {}
    void send(PacketTransfer&& packet) override { bench->sent_.push_back({port, packet}); }
    void tell_end(Time end) override { bench->ends_told_.push_back(end); }
    void free_frame() override { ++freed; }
    Time bit_time() const override { return bit; }
    Bench* bench;
    unsigned port;
    unsigned freed = 0;
  };

  void evaluate_at(Time time) override { next_ = std::min(next_, time); }
  PacketTransfer make(std::uint32_t header, std::uint64_t id) const {
    PacketTransfer packet;
    packet.header = header;
    packet.tag.trace.id = id;
    packet.begin = now_;
    packet.bit_time = bit;
    packet.body = PacketBodyPtr::make();
    for (unsigned i = 0; i < data_bytes; ++i) packet.body->append(1, now_);
    return packet;
  }

  std::unique_ptr<Core> core_;
  std::deque<Line> lines_;
  std::vector<Sent> sent_;
  std::vector<Time> ends_told_;
  Time now_ = 0;
  Time next_ = never;
};

using Ids = std::vector<std::uint64_t>;

ChaosParameters chaos(unsigned multiqueue) {
  ChaosParameters parameters;
  parameters.multiqueue = multiqueue;
  return parameters;
}

// --- both

// Definition 5.3 of the thesis: a routed lifetime begins at the first link between routers.
TEST(AdaptiveCore, a_packet_is_stamped_when_it_first_leaves_for_another_router) {
  Bench<ChaosCore> bench(chaos(4));
  for (const unsigned port : {0U, 3U}) bench.free_far_frame(port);
  bench.run(microsecond);
  bench.receive(3, 0, 7);
  bench.run(20 * microsecond);
  ASSERT_EQ(bench.sent().size(), 1U);
  const PacketTransfer on_its_way = bench.sent()[0].packet;
  EXPECT_EQ(on_its_way.tag.trace.routed, on_its_way.begin);

  bench.free_far_frame(1);
  bench.receive(2, 1, 8, on_its_way.tag.trace.routed);
  bench.receive(2, 3, 9);
  bench.run(20 * microsecond);
  ASSERT_EQ(bench.sent().size(), 3U);
  for (const Sent& sent : bench.sent()) {
    const Time routed = sent.packet.tag.trace.id == 9 ? never : on_its_way.tag.trace.routed;
    EXPECT_EQ(sent.packet.tag.trace.routed, routed) << sent.packet.tag.trace.id;
  }
}

TEST(AdaptiveCore, the_head_leaves_before_the_tail_has_come) {
  Bench<ChaosCore> bench(chaos(4));
  bench.free_far_frame(0);
  bench.run(microsecond);
  const Time begin = bench.now();
  const auto body = bench.receive_head(3, 0, 7);
  bench.run(microsecond);
  ASSERT_EQ(bench.sent().size(), 1U);
  const PacketTransfer& packet = bench.sent()[0].packet;
  EXPECT_EQ(packet.begin, begin + 10 * bit + 50 * nanosecond);  // header, routing_latency
  EXPECT_EQ(packet.end, never);
  EXPECT_EQ(packet.tag.protocol.hops, 1U);
  EXPECT_EQ(bench.frames_freed(3), 0U);

  bench.run(begin + packet_time - bench.now());
  body->finish(eop_token, bench.now());
  bench.core().packet_ends(3, bench.now(), bench.now());
  EXPECT_EQ(bench.ends_told(), std::vector<Time>{packet.begin + packet_time});
  bench.run(microsecond);
  EXPECT_EQ(bench.frames_freed(3), 1U);
}

TEST(AdaptiveCore, a_tail_that_comes_late_leaves_late) {
  Bench<ChaosCore> bench(chaos(4));
  bench.free_far_frame(0);
  bench.run(microsecond);
  const auto body = bench.receive_head(3, 0, 7);
  bench.run(50 * microsecond);
  body->finish(eop_token, bench.now());
  bench.core().packet_ends(3, bench.now(), bench.now());
  EXPECT_EQ(bench.ends_told(), std::vector<Time>{bench.now() + 4 * bit});
}

TEST(AdaptiveCore, a_header_that_leads_nowhere_is_dropped_and_its_frame_is_free_again) {
  Bench<ForcedCore> bench(ForcedParameters{});
  for (unsigned port = 0; port < 4; ++port) bench.free_far_frame(port);
  bench.receive(0, 9, 1);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.core().counters().header_errors, 1U);
  EXPECT_TRUE(bench.sent().empty());
  EXPECT_EQ(bench.frames_freed(0), 1U);
}

// --- chaos

TEST(ChaosCore, the_oldest_packet_of_the_multiqueue_goes_first) {
  Bench<ChaosCore> bench(chaos(4));
  const Ids order{11, 12, 13, 14};
  bench.receive(1, 0, order[0]);  // into the output frame of link 0, which has nowhere to go
  bench.run(microsecond);
  bench.receive(2, 0, order[1]);
  bench.run(10 * microsecond);
  bench.receive(1, 0, order[2]);
  bench.run(10 * microsecond);
  bench.receive(2, 0, order[3]);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.core().queued(), 3U);
  EXPECT_EQ(bench.core().counters().packets_queued, 3U);
  EXPECT_TRUE(bench.sent().empty());
  for (std::size_t i = 0; i < order.size(); ++i) {
    bench.free_far_frame(0);
    bench.run(10 * microsecond);
  }
  EXPECT_EQ(bench.ids_sent(), order);
  EXPECT_EQ(bench.core().counters().packets_derouted, 0U);
}

// Two in the multiqueue, both for link 0, when a third comes in at link 1.
Sent derouted_with(std::uint64_t seed) {
  Bench<ChaosCore> bench(chaos(2), seed);
  bench.free_far_frame(1);
  bench.free_far_frame(2);
  for (std::uint64_t id = 1; id <= 4; ++id) {
    bench.receive(1, 0, id);
    bench.run(10 * microsecond);
  }
  EXPECT_EQ(bench.core().counters().packets_derouted, 1U);
  EXPECT_EQ(bench.core().queued(), 2U);
  EXPECT_EQ(bench.sent().size(), 1U);
  return bench.sent().front();
}

TEST(ChaosCore, a_full_multiqueue_deroutes_one_of_its_packets_at_random) {
  bool seen[5] = {};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Sent victim = derouted_with(seed);
    EXPECT_EQ(victim.port, 1U);  // the output of the link whose input is read
    ASSERT_LE(victim.packet.tag.trace.id, 4U);
    seen[victim.packet.tag.trace.id] = true;
    EXPECT_EQ(victim.packet.tag.trace.id,
              derouted_with(seed).packet.tag.trace.id);  // by the seed alone
  }
  EXPECT_TRUE(seen[2] && seen[3]);
  EXPECT_FALSE(seen[1] || seen[4]);  // in the output frame; just read
}

TEST(ChaosCore, nothing_is_derouted_to_a_processor_and_injection_does_not_fill_the_multiqueue) {
  Bench<ChaosCore> bench(chaos(1));
  bench.free_far_frame(3);
  bench.receive(1, 0, 1);
  bench.run(10 * microsecond);
  bench.receive(1, 0, 2);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.core().queued(), 1U);
  bench.receive(3, 0, 3);
  bench.run(10 * microsecond);
  EXPECT_TRUE(bench.sent().empty());
  EXPECT_EQ(bench.core().waiting(3), 1U);
  EXPECT_EQ(bench.core().queued(), 1U);
}

// An output frame is filled only when the input frame of its link is empty or is emptied: so two
// neighbours that are full in both directions can always exchange packets.
TEST(ChaosCore, the_input_of_a_link_is_emptied_when_its_output_is_filled) {
  Bench<ChaosCore> bench(chaos(1));
  bench.receive(0, 1, 1);  // fills the output frame of link 1, empties input 0
  bench.run(10 * microsecond);
  bench.receive(0, 1, 2);  // nothing for it to take: into the multiqueue
  bench.run(10 * microsecond);
  bench.receive(1, 0, 3);  // into the output frame of link 0: input 0 is empty
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.frames_freed(0), 2U);
  EXPECT_EQ(bench.frames_freed(1), 1U);
  bench.receive(0, 1, 4);  // must wait: both outputs are full
  bench.receive(1, 0, 5);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.frames_freed(0), 2U);
  bench.free_far_frame(0);  // 3 leaves, 5 follows it by rule 2; 4 is read, 2 derouted or not
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.frames_freed(0), 3U);
}

// --- forced

// Links by which packets leave that want link 0, which has no free frame at its far end.
std::vector<unsigned> ports_taken(std::uint64_t seed) {
  Bench<ForcedCore> bench(ForcedParameters{}, seed);
  for (std::uint64_t id = 0; id < 16; ++id) {
    bench.free_far_frame(1);
    bench.free_far_frame(2);
    bench.receive(1, 0, id);
    bench.run(10 * microsecond);
  }
  std::vector<unsigned> ports;
  for (const Sent& sent : bench.sent()) ports.push_back(sent.port);
  return ports;
}

// For the watchdog: what a packet waits for, while no router around has a free frame.
template <class Core, class Parameters>
void expect_waits_of(const Parameters& parameters) {
  using State = StandingPacket::State;
  Bench<Core> bench(parameters);
  EXPECT_EQ(bench.core().packet_at(0, 0).state, State::none);
  EXPECT_FALSE(bench.core().expects_event(0));
  for (std::uint64_t id = 1; id <= 9; ++id) {
    bench.receive(0, 1, id);
    if (id == 1) {
      EXPECT_EQ(bench.core().packet_at(0, bench.now()).state, State::routing);
      EXPECT_TRUE(bench.core().expects_event(bench.now()));
    }
    bench.run(10 * packet_time);
  }
  const StandingPacket packet = bench.core().packet_at(0, bench.now());
  EXPECT_EQ(packet.state, State::waits);
  EXPECT_EQ(packet.header, 1U);
  EXPECT_EQ(packet.outputs, 0b0111U) << "any other router, and no processor";
  EXPECT_FALSE(bench.core().expects_event(bench.now()));
  for (unsigned port = 0; port < 3; ++port) {
    EXPECT_TRUE(bench.core().output(port, bench.now()).awaits_room);
  }
  bench.free_far_frame(2);
  EXPECT_FALSE(bench.core().output(2, bench.now()).awaits_room);
  bench.receive(1, 3, 10);
  bench.run(10 * packet_time);
  EXPECT_EQ(bench.core().packet_at(0, bench.now()).outputs, 0b1111U) << "one is for the processor";
}

TEST(ForcedCore, tells_what_its_packets_wait_for) {
  expect_waits_of<ForcedCore>(ForcedParameters{});
}

TEST(ChaosCore, tells_what_its_packets_wait_for) { expect_waits_of<ChaosCore>(chaos(2)); }

TEST(ForcedCore, derouting_is_random_by_the_seed_alone) {
  const auto ports = ports_taken(1);
  EXPECT_EQ(ports, ports_taken(1));
  EXPECT_NE(std::count(ports.begin(), ports.end(), 1U), 0);
  EXPECT_NE(std::count(ports.begin(), ports.end(), 2U), 0);
  EXPECT_EQ(std::count(ports.begin(), ports.end(), 0U), 0);
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 6; ++seed) differs = differs || ports_taken(seed) != ports;
  EXPECT_TRUE(differs);
}

TEST(ForcedCore, a_profitable_link_that_is_free_is_always_taken) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Bench<ForcedCore> bench(ForcedParameters{}, seed);
    for (unsigned port = 0; port < 4; ++port) bench.free_far_frame(port);
    bench.receive(0, 2, 1);
    bench.run(10 * microsecond);
    ASSERT_EQ(bench.sent().size(), 1U);
    EXPECT_EQ(bench.sent()[0].port, 2U);
    EXPECT_EQ(bench.core().counters().packets_derouted, 0U);
  }
}

// How long packets that all want link 0 are kept after they could be moved, when they come in on
// all three links without a pause and the routers around always have a free frame.
Time longest_wait(CutThrough cut_through) {
  ForcedParameters parameters;
  parameters.cut_through = cut_through;
  Bench<ForcedCore> bench(parameters);
  std::vector<Time> begins;
  for (std::uint64_t id = 0; id < 60; ++id) {
    for (unsigned port = 0; port < 3; ++port) bench.free_far_frame(port);
    begins.push_back(bench.now());
    bench.receive(static_cast<unsigned>(id % 3), 0, id);
    bench.run(packet_time / 3);
  }
  bench.run(10 * packet_time);
  EXPECT_EQ(bench.sent().size(), 60U);
  EXPECT_GT(bench.core().counters().packets_derouted, 10U);
  Time longest = 0;
  for (const Sent& sent : bench.sent()) {
    const Time ready = begins[sent.packet.tag.trace.id] + 10 * bit + 50 * nanosecond;
    longest = std::max(longest, sent.packet.begin - ready);
  }
  return longest;
}

// Thesis 2.2.4: as many outputs as inputs, so that any packet can go at once. An edge of the clock
// may lie between.
TEST(ForcedCore, with_cut_through_anywhere_no_packet_waits) {
  EXPECT_LE(longest_wait(CutThrough::any), 10 * nanosecond);
}

TEST(ForcedCore, no_packet_waits_longer_than_for_its_own_tail) {
  const Time wait = longest_wait(CutThrough::profitable);
  EXPECT_GT(wait, packet_time / 2);
  EXPECT_LE(wait, packet_time);
}

TEST(ForcedCore, injects_only_while_one_more_frame_is_free) {
  Bench<ForcedCore> bench(ForcedParameters{});
  bench.free_far_frame(0);
  bench.receive(3, 0, 1);
  bench.run(10 * microsecond);
  EXPECT_TRUE(bench.sent().empty());
  bench.receive(1, 0, 2);  // on its way already: it may take the last one
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.ids_sent(), Ids{2});
  bench.free_far_frame(0);
  bench.free_far_frame(1);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.ids_sent(), (Ids{2, 1}));
  EXPECT_EQ(bench.sent().back().port, 0U);
}

TEST(ForcedCore, an_injected_packet_can_be_made_to_wait_for_a_profitable_link) {
  for (const Injection injection : {Injection::any, Injection::profitable}) {
    ForcedParameters parameters;
    parameters.injection = injection;
    Bench<ForcedCore> bench(parameters);
    bench.free_far_frame(1);
    bench.free_far_frame(2);
    bench.receive(3, 0, 1);
    bench.run(10 * microsecond);
    EXPECT_EQ(bench.sent().size(), injection == Injection::any ? 1U : 0U);
  }
}

TEST(ForcedCore, delivery_to_a_processor_takes_no_frame_of_the_network) {
  Bench<ForcedCore> bench(ForcedParameters{});
  bench.free_far_frame(3);
  bench.receive(0, 3, 1);
  bench.run(10 * microsecond);
  ASSERT_EQ(bench.sent().size(), 1U);
  EXPECT_EQ(bench.sent()[0].port, 3U);
  bench.receive(1, 3, 2);  // no free frame at the processor, none around: it waits
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.core().waiting(1), 1U);
  bench.free_far_frame(2);
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.sent().back().port, 2U);
}

}  // namespace
}  // namespace weft
