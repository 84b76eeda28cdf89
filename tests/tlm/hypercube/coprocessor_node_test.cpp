// Co-processors of a hypercube with TLM links, against those joined by calls.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/coprocessor_bench.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/hypercube/chip_node.hpp"

namespace weft {
namespace {

/// A cube of nodes, and the flags that their co-processors write.
class TlmCoprocessors {
 public:
  explicit TlmCoprocessors(const HypercubeChipParameters& parameters) {
    const auto surroundings = HypercubeSurroundings::whole_cube(parameters.degree);
    for (unsigned node = 0; node < surroundings.nodes; ++node) {
      nodes_.push_back(std::make_unique<HypercubeCoprocessorNode>(
          ("node" + std::to_string(node)).c_str(), parameters, node, wheel_.wheel(), surroundings));
      cpus_.push_back(std::make_unique<Cpu>(at(node)));
    }
    for (unsigned node = 0; node < surroundings.nodes; ++node) {
      for (unsigned port = 0; port < parameters.degree; ++port) {
        nodes_[node]->link(port).out.bind(nodes_[hypercube_neighbour(node, port)]->link(port).in);
      }
    }
  }

  HypercubeCoprocessor& at(unsigned node) { return nodes_[node]->served(); }
  const std::vector<CoprocessorFlag>& flags(unsigned node) const { return cpus_[node]->flags; }
  void run(Time until) { sc_core::sc_start(sc_core::sc_time::from_value(until - now())); }
  Time now() const { return sc_core::sc_time_stamp().value(); }

 private:
  struct Cpu final : HypercubeCpu {
    explicit Cpu(HypercubeCoprocessor& its) : coprocessor(&its) { its.tell(*this); }
    void flag_written(std::uint32_t block, Time now) override {
      flags.push_back({now, block, coprocessor->memory().word(block)});
    }
    void message_lost(unsigned, std::uint32_t) override { ADD_FAILURE(); }
    HypercubeCoprocessor* coprocessor;
    std::vector<CoprocessorFlag> flags;
  };

  WheelProcess wheel_{"wheel"};
  std::vector<std::unique_ptr<HypercubeCoprocessorNode>> nodes_;
  std::vector<std::unique_ptr<Cpu>> cpus_;
};

void give(HypercubeCoprocessor& node, HypercubeInstruction instruction, std::uint32_t block,
          std::uint32_t other, std::uint32_t length, std::uint32_t buffer, Time now) {
  HypercubeMemory& memory = node.memory();
  memory.set_word(block + header_block::node, other);
  memory.set_word(block + header_block::type, 7);
  memory.set_word(block + header_block::length, length);
  memory.set_word(block + header_block::buffer, buffer);
  EXPECT_EQ(node.execute(instruction, block, now), HypercubeFault::none);
}

/// Rounds of messages and broadcasts, the same for each kind of cube; the flags of each node.
template <class Cube>
std::vector<std::vector<CoprocessorFlag>> rounds(Cube& cube, Time tick) {
  RandomStream random(1, "rounds");
  for (std::uint32_t round = 0; round < 8; ++round) {
    cube.run((1 + round * 317) * tick);
    for (unsigned node = 0; node < 8; ++node) {
      auto to = static_cast<unsigned>(random.below(7));
      if (to >= node) ++to;
      const auto bytes = static_cast<std::uint32_t>(1 + random.below(150));
      const std::uint32_t block = 0x100 * (round + 1);
      HypercubeCoprocessor& one = cube.at(node);
      give(one, HypercubeInstruction::send, block, to, bytes, 0x10000 + round, cube.now());
      if (node == round) {
        give(one, HypercubeInstruction::broadcast, block + 0x40, 0, bytes, 0x20000, cube.now());
      }
      give(one, HypercubeInstruction::receive, block + 0x80, hypercube_any, 0, 0, cube.now());
    }
  }
  cube.run(100'000 * tick);
  std::vector<std::vector<CoprocessorFlag>> flags;
  for (unsigned node = 0; node < 8; ++node) {
    EXPECT_TRUE(cube.at(node).idle()) << node;
    EXPECT_GT(cube.flags(node).size(), 20U);
    flags.push_back(cube.flags(node));
  }
  return flags;
}

class HypercubeCoprocessorLevels : public testing::TestWithParam<HypercubeForwarding> {};

TEST_P(HypercubeCoprocessorLevels, flags_are_written_at_the_times_at_which_cores_write_them) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(3);
  parameters.forwarding = GetParam();
  parameters.tick = 100 * nanosecond;
  TlmCoprocessors cube(parameters);
  CoprocessorBench bench(parameters);
  EXPECT_EQ(rounds(cube, parameters.tick), rounds(bench, parameters.tick));
}

INSTANTIATE_TEST_SUITE_P(All, HypercubeCoprocessorLevels,
                         testing::Values(HypercubeForwarding::stored,
                                         HypercubeForwarding::cut_through));

}  // namespace
}  // namespace weft
