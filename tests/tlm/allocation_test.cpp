// Once queues and pools have grown to their use, packets and arbitrations allocate nothing.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/adaptive/chaos_core.hpp"
#include "hw/adaptive/forced_core.hpp"
#include "hw/c104/switch_policy.hpp"
#include "tests/tlm/allocations.hpp"
#include "tests/tlm/switch_star.hpp"

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

// --- adaptive routers

/// A router whose four links lead to others that take whatever comes.
template <class Core>
struct RouterBench : CycleDriver {
  struct Line : PacketLine {
    bool has_room(std::uint32_t) const override { return true; }
    void free_room(std::uint32_t) override {}
    void send(const PacketTransfer&) override { ++sent; }
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
    body = std::make_shared<PacketBody>();
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
      core->packet_begins(port, packet, now);
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
  std::shared_ptr<PacketBody> body;
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

}  // namespace
}  // namespace weft::test
