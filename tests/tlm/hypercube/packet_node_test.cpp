// Nodes of a hypercube with TLM links, against cores of packet chips joined by calls.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <systemc>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"
#include "tests/tlm/allocations.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/hypercube/chip_node.hpp"

namespace weft {
namespace {

/// What has come to a node.
struct Arrived final : HypercubeMessageClient {
  unsigned node = 0;
  std::vector<CubeArrival> here;

  void received(const HypercubeArrival& message) override {
    here.push_back(
        {message.source, node, message.type, message.bytes, message.first, message.last, 0});
  }
};

/// A cube of nodes; those from `nodes` on are not there.
class TlmCube {
 public:
  TlmCube(const HypercubeChipParameters& parameters, unsigned nodes,
          const std::string& name = "cube")
      : wheel_((name + "_wheel").c_str()), ticks_(wheel_.wheel(), parameters), arrived_(nodes) {
    for (unsigned node = 0; node < nodes; ++node) {
      nodes_.push_back(std::make_unique<HypercubePacketNode>(
          (name + "_node" + std::to_string(node)).c_str(), parameters, node, ticks_));
      arrived_[node].node = node;
      arrived_[node].here.reserve(64);
      nodes_.back()->served().tell(arrived_[node]);
    }
    for (unsigned node = 0; node < nodes; ++node) {
      for (unsigned port = 0; port < parameters.degree; ++port) {
        const unsigned far = hypercube_neighbour(node, port);
        if (far >= nodes) continue;
        nodes_[node]->link(port).out.bind(nodes_[far]->link(port).in);
      }
    }
  }

  void send_bytes(unsigned from, unsigned to, unsigned count, std::uint16_t type) {
    nodes_[from]->served().send(to, type, cube_bytes(count, type), now());
  }
  void run(Time until) { sc_core::sc_start(sc_core::sc_time::from_value(until - now())); }
  Time now() const { return sc_core::sc_time_stamp().value(); }
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const Arrived& one : arrived_) all.insert(all.end(), one.here.begin(), one.here.end());
    return all;
  }
  bool idle(unsigned node) const { return nodes_[node]->served().idle(); }
  std::uint64_t packet_hops() const {
    std::uint64_t hops = 0;
    for (const auto& node : nodes_) hops += node->core().counters().packets_sent;
    return hops;
  }
  /// Of the wheel.
  std::uint64_t entries() { return wheel_.wheel().fired(); }

 private:
  WheelProcess wheel_;
  HypercubeChipTicks ticks_;
  std::vector<Arrived> arrived_;
  std::vector<std::unique_ptr<HypercubePacketNode>> nodes_;
};

/// Random messages, the same for each kind of cube, among nodes below `nodes`.
template <class Cube>
std::vector<CubeArrival> traffic(Cube& cube, unsigned nodes, Time end) {
  RandomStream random(1, "traffic");
  std::uint16_t sent = 0;
  for (Time round = 0; round < 20; ++round) {
    cube.run((1 + round * 317) * 100 * nanosecond);
    for (unsigned from = 0; from < nodes; ++from) {
      const auto to = static_cast<unsigned>(random.below(nodes));
      const auto bytes = static_cast<unsigned>(random.exponential(150));
      if (to != from) cube.send_bytes(from, to, bytes, ++sent);
    }
  }
  cube.run(end);
  EXPECT_EQ(cube.arrivals().size(), sent);
  return cube.arrivals();
}

class HypercubeChipLevels
    : public testing::TestWithParam<std::tuple<HypercubeLinks, HypercubeForwarding>> {};

TEST_P(HypercubeChipLevels, packets_arrive_at_the_times_at_which_cores_joined_by_calls_have_them) {
  HypercubeChipParameters parameters;
  parameters.degree = 4;
  std::tie(parameters.links, parameters.forwarding) = GetParam();
  TlmCube cube(parameters, 16);
  CubeBench bench(parameters);
  std::vector<CubeArrival> expected = traffic(bench, 16, 20 * millisecond);
  for (CubeArrival& arrival : expected) arrival.port = 0;  // of which nodes do not tell
  EXPECT_EQ(traffic(cube, 16, 20 * millisecond), expected);
  for (unsigned node = 0; node < 16; ++node) EXPECT_TRUE(cube.idle(node)) << node;
}

INSTANTIATE_TEST_SUITE_P(All, HypercubeChipLevels,
                         testing::Combine(testing::Values(HypercubeLinks::bidirectional,
                                                          HypercubeLinks::unidirectional),
                                          testing::Values(HypercubeForwarding::stored,
                                                          HypercubeForwarding::cut_through)));

// Of four packets for link 0, with two buffers, the last gets one at tick 90: two packets of 44
// ticks from tick 1 on have left it a tick before. Then the message for link 1 gets its buffer at
// the next.
TEST(HypercubePacketNode, messages_leave_it_together_or_in_sequence) {
  HypercubeChipParameters parameters;
  parameters.degree = 2;
  parameters.routing = HypercubeRouting::fixed;
  parameters.buffers = 2;
  TlmCube together(parameters, 4, "together");
  parameters.injection = HypercubeInjection::in_sequence;
  TlmCube in_sequence(parameters, 4, "in_sequence");
  for (TlmCube* cube : {&together, &in_sequence}) {
    cube->send_bytes(0, 1, 58, 1);
    cube->send_bytes(0, 2, 1, 2);
  }
  together.run(400 * parameters.tick);
  const auto last_of = [&parameters](const TlmCube& cube) {
    for (unsigned node = 0; node < 4; ++node) EXPECT_TRUE(cube.idle(node));
    return cube.arrivals().back().last / parameters.tick;
  };
  EXPECT_EQ(last_of(together), 1 + 44U);
  EXPECT_EQ(last_of(in_sequence), 1 + 2 * 44 + 1 + 1 + 44U);
}

// Of a cube of degree 3 the half without bit 2.
TEST(HypercubePacketNode, a_part_of_a_cube_has_links_that_lead_nowhere) {
  HypercubeChipParameters parameters;
  parameters.degree = 3;
  TlmCube cube(parameters, 4);
  traffic(cube, 4, 20 * millisecond);
  cube.send_bytes(0, 4, 10, 0);
  const std::size_t before = cube.arrivals().size();
  cube.run(21 * millisecond);
  EXPECT_EQ(cube.arrivals().size(), before);
  EXPECT_FALSE(cube.idle(0));
}

/// A message of so many packets from each node to the opposite one.
void exchange(TlmCube& cube, unsigned packets) {
  for (unsigned from = 0; from < 16; ++from) {
    cube.send_bytes(from, 15 - from, 10 + (packets - 1) * 16, 0);
  }
  cube.run(cube.now() + 20 * millisecond);
}

// What is allocated is for messages and their bytes at both ends, whatever their length.
TEST(HypercubePacketNode, a_packet_hop_takes_less_than_an_entry_of_the_wheel_and_no_memory) {
  HypercubeChipParameters parameters;
  parameters.degree = 4;
  TlmCube cube(parameters, 16);
  // all slots of the wheel, and all buffers, get their memory
  for (unsigned n = 0; n < 8; ++n) exchange(cube, 1000);
  const std::uint64_t hops = cube.packet_hops();
  const std::uint64_t entries = cube.entries();
  const std::uint64_t before = test::allocations();
  exchange(cube, 250);
  EXPECT_EQ(cube.packet_hops() - hops, 16U * 250 * 4);
  EXPECT_LT(cube.entries() - entries, 16U * 250 * 4);
  const std::uint64_t between = test::allocations();
  exchange(cube, 25);
  EXPECT_EQ(test::allocations() - between, between - before);
  EXPECT_EQ(cube.arrivals().size(), 10 * 16U);
}

}  // namespace
}  // namespace weft
