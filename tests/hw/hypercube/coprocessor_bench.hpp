// A hypercube of co-processors whose links are calls.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/hypercube/coprocessor_core.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"
#include "tests/hw/hypercube/tick_loop.hpp"

namespace weft {

// Where tests put things: blocks at multiples of 0x40 from 0x40 on, buffers from 0x1000 on.
constexpr std::uint32_t block_at(unsigned number) { return 0x40 * (number + 1); }
constexpr std::uint32_t buffer_at(unsigned number) { return 0x1000 * (number + 1); }

/// A completion flag that was written.
struct CoprocessorFlag {
  Time time = 0;
  std::uint32_t block = 0;
  std::uint32_t flag = 0;

  bool operator==(const CoprocessorFlag&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const CoprocessorFlag& written) {
  return out << "flag " << written.flag << " of " << written.block << " at " << written.time;
}

/// One at each node. A tick is 1 ps, so that times are ticks.
class CoprocessorBench {
 public:
  explicit CoprocessorBench(const HypercubeChipParameters& parameters, bool backwards = false)
      : CoprocessorBench(parameters, HypercubeSurroundings::whole_cube(parameters.degree),
                         backwards) {}
  CoprocessorBench(const HypercubeChipParameters& parameters,
                   const HypercubeSurroundings& surroundings, bool backwards = false)
      : cube_(backwards) {
    for (unsigned node = 0; node < surroundings.nodes; ++node) {
      cube_.nodes.push_back(std::make_unique<Node>(*this, parameters, surroundings, node));
    }
  }

  static HypercubeChipParameters ticks(unsigned degree) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    parameters.coprocessor = true;
    return parameters;
  }

  HypercubeCoprocessor& at(unsigned node) { return cube_.nodes[node]->coprocessor; }
  /// Flags that were written at a node, in their order.
  const std::vector<CoprocessorFlag>& flags(unsigned node) const {
    return cube_.nodes[node]->flags;
  }
  std::uint64_t lost(unsigned node) const { return cube_.nodes[node]->lost; }
  Time now() const { return cube_.now(); }

  /// Bytes as of cube_bytes, in memory.
  void fill(unsigned node, std::uint32_t address, unsigned count, std::uint16_t type) {
    at(node).memory().write(address, cube_bytes(count, type));
  }
  std::vector<std::uint8_t> bytes(unsigned node, std::uint32_t address, unsigned count) {
    const auto found = at(node).memory().bytes(address, count);
    return {found.begin(), found.end()};
  }

  /// Writes a block and gives the instruction.
  HypercubeFault execute(unsigned node, HypercubeInstruction instruction, std::uint32_t block,
                         std::uint32_t other, std::uint32_t type, std::uint32_t length,
                         std::uint32_t buffer, std::uint32_t options = 0) {
    HypercubeMemory& memory = at(node).memory();
    memory.set_word(block + header_block::flag, 0);
    memory.set_word(block + header_block::node, other);
    memory.set_word(block + header_block::type, type);
    memory.set_word(block + header_block::length, length);
    memory.set_word(block + header_block::buffer, buffer);
    memory.set_word(block + header_block::options, options);
    return at(node).execute(instruction, block, cube_.now());
  }
  /// Fills a buffer with so many bytes of this type, and sends them.
  void send(unsigned from, unsigned to, std::uint32_t block, std::uint32_t buffer, unsigned count,
            std::uint16_t type) {
    fill(from, buffer, count, type);
    execute(from, HypercubeInstruction::send, block, to, type, count, buffer);
  }
  void receive(unsigned node, std::uint32_t block, std::uint32_t source, std::uint32_t type,
               std::uint32_t buffer, std::uint32_t length, std::uint32_t options = 0) {
    execute(node, HypercubeInstruction::receive, block, source, type, length, buffer, options);
  }
  std::uint32_t flag(unsigned node, std::uint32_t block) {
    return at(node).memory().word(block + header_block::flag);
  }

  /// Until nothing more will happen, or the end of this tick. True in the first case.
  bool run(Time until = never - 1) { return cube_.run(until); }

 private:
  struct Node;

  struct Line final : HypercubeLine {
    Line(Node& owner, unsigned number) : node(&owner), port(number) {}
    void request(HypercubeRequest request, Time now) override {
      if (far() != nullptr) far()->requested(port, request, now);
    }
    void grant(unsigned next, Time now) override { far()->granted(port, next, now, now); }
    void send(const HypercubePacket& packet, Time begin) override {
      far()->packet_begins(port, packet_of(to_bytes(packet)), begin);
    }
    HypercubeChipCore* far() {
      const unsigned other = node->coprocessor.chip().node() ^ 1u << port;
      return other < node->bench->cube_.nodes.size() ? &node->bench->at(other).chip() : nullptr;
    }
    Node* node;
    unsigned port;
  };

  struct Node final : TickNode, HypercubeCpu {
    Node(CoprocessorBench& owner, const HypercubeChipParameters& parameters,
         const HypercubeSurroundings& surroundings, unsigned number)
        : bench(&owner), coprocessor(parameters, number, surroundings, *this) {
      coprocessor.tell(*this);
      for (unsigned port = 0; port < parameters.degree; ++port) {
        lines.push_back(std::make_unique<Line>(*this, port));
        coprocessor.chip().attach(port, *lines.back());
      }
    }
    void evaluate(Time now) { evaluate_at(coprocessor.evaluate(now)); }
    void flag_written(std::uint32_t block, Time now) override {
      flags.push_back({now, block, coprocessor.memory().word(block)});
    }
    void message_lost(unsigned, std::uint32_t) override { ++lost; }
    CoprocessorBench* bench;
    HypercubeCoprocessor coprocessor;
    std::vector<std::unique_ptr<Line>> lines;
    std::vector<CoprocessorFlag> flags;
    std::uint64_t lost = 0;
  };

  TickLoop<Node> cube_;
};

}  // namespace weft
