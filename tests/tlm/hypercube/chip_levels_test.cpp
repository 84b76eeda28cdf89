// Packet chips on lines, against their cores joined by calls: every packet at the same tick.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "hw/hypercube/chip_module.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"

namespace weft {
namespace {

/// What comes to a node, and what its links have carried.
struct LineClient final : HypercubeMessageClient {
  unsigned node = 0;
  std::vector<CubeArrival> here;

  void received(const HypercubeArrival& message) override {
    here.push_back(
        {message.source, node, message.type, message.bytes, message.first, message.last, 0});
  }
};

/// A cube of modules on lines.
class LineCube {
 public:
  LineCube(const std::string& name, const HypercubeChipParameters& parameters)
      : clock_((name + "_clock").c_str(), sc_core::sc_time::from_value(parameters.tick)),
        clients_(std::size_t{1} << parameters.degree),
        wires_(clients_.size() * parameters.degree) {
    for (unsigned node = 0; node < clients_.size(); ++node) {
      nodes_.push_back(std::make_unique<HypercubePacketModule>(
          fmt::format("{}_node{}", name, node).c_str(), parameters, node));
      nodes_.back()->clock(clock_);
      clients_[node].node = node;
      nodes_.back()->served().tell(clients_[node]);
    }
    for (unsigned node = 0; node < clients_.size(); ++node) {
      for (unsigned port = 0; port < parameters.degree; ++port) {
        HypercubeWires& wires = wires_[std::size_t{node} * parameters.degree + port];
        nodes_[node]->link(port).bind_out(wires);
        nodes_[hypercube_neighbour(node, port)]->link(port).bind_in(wires);
      }
    }
  }

  void send_bytes(unsigned from, unsigned to, unsigned count, std::uint16_t type) {
    nodes_[from]->served().send(to, type, cube_bytes(count, type),
                                sc_core::sc_time_stamp().value());
  }
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const LineClient& one : clients_) all.insert(all.end(), one.here.begin(), one.here.end());
    return all;
  }
  const HypercubeChipCounters& counters(unsigned node) { return nodes_[node]->core().counters(); }
  bool idle() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const auto& node) { return node->served().idle(); });
  }

 private:
  sc_core::sc_clock clock_;
  std::vector<LineClient> clients_;
  std::vector<HypercubeWires> wires_;
  std::vector<std::unique_ptr<HypercubePacketModule>> nodes_;
};

/// Of degree 2 to 4, with all else drawn too.
HypercubeChipParameters random_chip(std::uint64_t seed) {
  RandomStream random(seed, "chip");
  HypercubeChipParameters chip;
  chip.degree = 2 + static_cast<unsigned>(seed % 3);
  chip.routing = seed % 2 == 0 ? HypercubeRouting::quasi_adaptive : HypercubeRouting::fixed;
  if (random.below(2) == 0) chip.forwarding = HypercubeForwarding::cut_through;
  if (seed % 4 >= 2) return chip;  // all else as in the paper
  chip.tick = 50 * nanosecond + random.below(100'000);
  chip.buffers = 2 + static_cast<unsigned>(random.below(4));
  chip.byte_ticks = 1 + static_cast<unsigned>(random.below(3));
  chip.arbitration_ticks = 3 + static_cast<unsigned>(random.below(6));
  if (random.below(2) == 0) chip.arbitration = HypercubeArbitration::hidden;
  if (random.below(3) == 0) chip.links = HypercubeLinks::unidirectional;
  if (random.below(3) == 0) chip.pair_order = HypercubePairOrder::same_step;
  return chip;
}

/// The same messages for both; in every third round all go to one node, so that buffers fill and
/// links stall back to the sources.
struct LevelPair {
  explicit LevelPair(std::uint64_t seed)
      : chip(random_chip(seed)),
        random(seed, "messages"),
        calls(chip),
        lines(fmt::format("cube{}", seed), chip) {}

  void send_round(unsigned round) {
    const std::uint64_t nodes = std::uint64_t{1} << chip.degree;
    const std::uint64_t busiest = random.below(nodes);
    for (unsigned from = 0; from < nodes; ++from) {
      if (random.below(4) == 0) continue;
      const auto to = static_cast<unsigned>(round % 3 == 0 ? busiest : random.below(nodes));
      const auto bytes = static_cast<unsigned>(random.exponential(60));
      if (to == from) continue;
      calls.send_bytes(from, to, bytes, ++sent);
      lines.send_bytes(from, to, bytes, sent);
    }
  }

  HypercubeChipParameters chip;
  RandomStream random;
  CubeBench calls;
  LineCube lines;
  std::uint16_t sent = 0;
};

/// So many cubes at once, with messages in so many rounds.
void compare_levels(std::uint64_t first_seed, unsigned cubes, unsigned rounds) {
  std::vector<std::unique_ptr<LevelPair>> pairs;
  for (unsigned i = 0; i < cubes; ++i) pairs.push_back(std::make_unique<LevelPair>(first_seed + i));
  RandomStream pauses(first_seed, "pauses");
  const auto run_for = [&pairs](Time time) {
    sc_core::sc_start(sc_core::sc_time::from_value(time));
    for (const auto& pair : pairs) pair->calls.run(sc_core::sc_time_stamp().value());
  };
  for (unsigned round = 0; round < rounds; ++round) {
    run_for(1 + pauses.below(30 * microsecond));
    for (const auto& pair : pairs) pair->send_round(round);
  }
  const auto idle = [](const auto& pair) { return pair->lines.idle(); };
  for (unsigned slices = 0; slices < 100 && !std::all_of(pairs.begin(), pairs.end(), idle);
       ++slices) {
    run_for(200 * microsecond);
  }
  for (const auto& pair : pairs) {
    SCOPED_TRACE(fmt::format("degree {}, {} messages", pair->chip.degree, pair->sent));
    std::vector<CubeArrival> expected = pair->calls.arrivals();
    for (CubeArrival& arrival : expected) arrival.port = 0;  // of which nodes do not tell
    EXPECT_EQ(expected.size(), pair->sent);
    EXPECT_EQ(pair->lines.arrivals(), expected);
    EXPECT_TRUE(pair->lines.idle());
    for (unsigned node = 0; node < 1U << pair->chip.degree; ++node) {
      EXPECT_EQ(pair->lines.counters(node).packets_sent,
                pair->calls.chip(node).counters().packets_sent);
      EXPECT_EQ(pair->lines.counters(node).packets_contrary,
                pair->calls.chip(node).counters().packets_contrary);
    }
  }
}

TEST(HypercubeLineLevels, packets_arrive_at_the_times_at_which_cores_joined_by_calls_have_them) {
  compare_levels(1, 24, 15);
}

}  // namespace
}  // namespace weft
