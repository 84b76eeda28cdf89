// Once queues and pools have grown to their use, packets and arbitrations allocate nothing.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>
#include <vector>

#include "hw/adaptive/chaos_core.hpp"
#include "hw/adaptive/forced_core.hpp"
#include "hw/c104/switch_policy.hpp"
#include "tests/support/run_for.hpp"
#include "tests/tlm/allocations.hpp"
#include "tests/tlm/switch_star.hpp"
#include "tlm/packet/packet_transactor.hpp"

namespace weft::test {
namespace {

/// Allocations while `action` runs.
template <class Action>
std::uint64_t allocations_of(const Action& action) {
  const std::uint64_t before = allocations();
  action();
  return allocations() - before;
}

TEST(Allocation, is_counted) {
  std::unique_ptr<int> kept;
  EXPECT_EQ(allocations_of([&kept] { kept = std::make_unique<int>(1); }), 1U);
}

// --- the C104

class ArbitrationAllocation : public testing::TestWithParam<Arbitration> {};

TEST_P(ArbitrationAllocation, none_in_a_contest_of_64_packets) {
  C104Parameters parameters = star_of(64);
  parameters.arbitration = GetParam();
  parameters.acknowledgement_priority = true;
  SwitchPolicy policy(parameters, 1);
  RandomStream stream(1, "requests");
  std::array<OutOfBand, 64> packets;
  std::vector<unsigned> requests;
  requests.reserve(64);
  const auto contest = [&] {
    requests.clear();
    for (unsigned input = 0; input < 64; ++input) {
      packets[input].injected = stream.below(1000);
      packets[input].hops = static_cast<std::uint16_t>(stream.below(10));
      requests.push_back(input);
    }
    policy.order(requests, [&packets](unsigned input) {
      return ArbiterView{packets[input].injected, input, &packets[input]};
    });
  };
  EXPECT_EQ(allocations_of([&contest] {
              for (unsigned n = 0; n < 100; ++n) contest();
            }),
            0U);
}

INSTANTIATE_TEST_SUITE_P(Policies, ArbitrationAllocation,
                         testing::Values(Arbitration::fifo, Arbitration::random,
                                         Arbitration::network_first, Arbitration::oldest_first,
                                         Arbitration::hops_first));

/// Takes messages as they come, and counts them.
struct Sink : ReceiveRequest, Resumable {
  T9000Core* core = nullptr;
  std::uint64_t messages = 0;
  void resume(Time now) override { ask(now); }
  void received(const ReceivedMessage&, Time now) override {
    ++messages;
    ask(now);
  }
  void ask(Time now) {
    ReceivedMessage message;
    while (core->receive_any(*this, message, now)) ++messages;
  }
};

/// Sends message after message on a channel.
struct Source : SendRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  void resume(Time now) override { core->send(channel, *this, now); }
  void sent(Time now) override { core->send(channel, *this, now); }
};

/// Fails if `run_for(duration)` allocates for packets, of which `packets()` have come in. Slots of
/// the event wheel grow to the most entries that ever fall together in one, by chance and ever more
/// seldom.
template <class Packets>
void expect_none_for_packets(Time duration, std::uint64_t least, const Packets& packets) {
  const std::uint64_t before = packets();
  const std::uint64_t allocated = allocations_of([duration] { run_for(duration); });
  EXPECT_GT(packets() - before, least);
  EXPECT_LT(allocated, (packets() - before) / 20);
}

template <class Level>
class SwitchAllocation : public testing::Test {};

using SwitchLevels = testing::Types<Signal, TokenLevel, StreamLevel, PacketLevel>;
TYPED_TEST_SUITE(SwitchAllocation, SwitchLevels);

// Three processors want to send to a fourth all the time.
TYPED_TEST(SwitchAllocation, none_for_packets_that_compete) {
  C104Parameters parameters = star_of(4);
  parameters.arbitration = Arbitration::oldest_first;
  SwitchStar<TypeParam> star(parameters);
  star.arrivals.reserve(30'000);
  Sink sink;
  sink.core = &star.core(0);
  star.core(0).processor().sleep(sink, 0);
  std::deque<Source> sources(3);
  for (unsigned from = 1; from <= 3; ++from) {
    Source& source = sources[from - 1];
    source.core = &star.core(from);
    source.bytes = 20;
    star.core(from).processor().sleep(source, 20 * microsecond);
  }
  run_for((std::is_same_v<TypeParam, Signal> ? 2 : 30) * millisecond);
  const std::uint64_t waits = star.counters().waits;
  expect_none_for_packets(3 * millisecond, 1000, [&sink] { return sink.messages; });
  EXPECT_GT(star.counters().waits - waits, 600U);
}

// --- adaptive routers

/// A router whose four links lead to others that take whatever comes.
template <class Core>
struct RouterBench : CycleDriver {
  struct Line : PacketLine {
    bool has_room(std::uint32_t) const override { return true; }
    void free_room(std::uint32_t) override {}
    void send(PacketTransfer&&) override { ++sent; }
    void tell_end(Time) override {}
    void free_frame() override {}
    Time bit_time() const override { return 10 * nanosecond; }
    std::uint64_t sent = 0;
  };

  template <class Parameters>
  explicit RouterBench(Parameters parameters) {
    parameters.links = 4;
    RouterPlace place;
    place.network = place.connected = 0b1111;
    place.routes = RouteTable({{0, 0, 1}, {1, 1, 2}, {2, 2, 4}, {3, 3, 8}});
    core = std::make_unique<Core>(parameters, std::move(place), 1, *this);
    for (unsigned port = 0; port < 4; ++port) core->attach(port, lines[port]);
    body = PacketBodyPtr::make();
    body->fill(0, 32, eop_token, 0);
  }
  void evaluate_at(Time time) override { next = std::min(next, time); }

  /// A packet at each link, all for the same one, and time for all to leave.
  void pass_four() {
    for (unsigned port = 0; port < 4; ++port) {
      PacketTransfer packet;
      packet.header = round % 4;
      packet.begin = now;
      packet.bit_time = 10 * nanosecond;
      packet.body = body;
      packet.end = now + packet.bits() * packet.bit_time;
      core->packet_begins(port, PacketTransfer(packet), now);
      core->frame_free(port, now);
    }
    ++round;
    for (const Time until = now + 20 * microsecond; next <= until;) {
      now = next;
      next = never;
      core->evaluate(now);
    }
    now += 20 * microsecond;
  }
  std::uint64_t sent() const {
    std::uint64_t packets = 0;
    for (const Line& line : lines) packets += line.sent;
    return packets;
  }

  std::array<Line, 4> lines;
  std::unique_ptr<Core> core;
  PacketBodyPtr body;
  unsigned round = 0;
  Time now = 0;
  Time next = never;
};

template <class Core, class Parameters>
void expect_none_once_warm() {
  RouterBench<Core> bench{Parameters{}};
  const auto pass = [&bench] {
    for (unsigned n = 0; n < 100; ++n) bench.pass_four();
  };
  pass();
  const std::uint64_t before = bench.sent();
  EXPECT_EQ(allocations_of(pass), 0U);
  EXPECT_GT(bench.sent() - before, 300U);
}

TEST(RouterAllocation, none_for_a_packet_in_a_chaos_router) {
  expect_none_once_warm<ChaosCore, ChaosParameters>();
}

TEST(RouterAllocation, none_for_a_packet_in_a_forced_router) {
  expect_none_once_warm<ForcedCore, ForcedParameters>();
}

// --- where tokens become packets

/// Writes the same packet again and again as room permits, and takes what comes in.
struct Talker : LinkClient {
  LinkService* link = nullptr;
  unsigned length = 10;
  unsigned position = 0;
  std::uint64_t packets = 0;

  void receive(unsigned, Token token, const PacketTag&, Time now) override {
    if (ends_packet(token)) ++packets;
    link->consumed(now);
  }
  bool transmit(unsigned, Token& token, PacketTag&, Time) override {
    token = position == length ? eop_token : data_token(static_cast<std::uint8_t>(position));
    position = position == length ? 0 : position + 1;
    return true;
  }
  Time next_token(unsigned) const override { return 0; }
};

TEST(TransactorAllocation, none_for_packets_between_tokens_and_packets) {
  TokenLevel level;
  std::array<Talker, 2> ends;
  std::vector<std::unique_ptr<token::DsLink>> links;
  std::vector<std::unique_ptr<PacketTransactor>> transactors;
  for (unsigned i = 0; i < 2; ++i) {
    links.push_back(level.make_link(fmt::format("end{}", i), {}, 32, ends[i], 1));
    ends[i].link = &links[i]->core();
    transactors.push_back(std::make_unique<PacketTransactor>(
        fmt::format("transactor{}", i).c_str(), DsLinkParameters{}, 1, 1, level.engine.wheel()));
    level.join(*links[i], transactors[i]->link);
  }
  transactors[0]->packets.out.bind(transactors[1]->packets.in);
  transactors[1]->packets.out.bind(transactors[0]->packets.in);
  run_for(30 * millisecond);
  expect_none_for_packets(10 * millisecond, 5000, [&ends] { return ends[1].packets; });
}

}  // namespace
}  // namespace weft::test
