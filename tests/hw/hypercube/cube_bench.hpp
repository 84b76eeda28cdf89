// A hypercube of packet chips whose links are calls, with memories that know what is right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/hypercube/packet_chip_core.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"
#include "tests/hw/hypercube/tick_loop.hpp"

namespace weft {

/// Chips of these parameters, one at each node. A tick is 1 ps if not said otherwise, so that times
/// are ticks.
class CubeBench {
 public:
  explicit CubeBench(const HypercubeChipParameters& parameters, bool backwards = false)
      : cube_(backwards) {
    for (unsigned node = 0; node < 1u << parameters.degree; ++node) {
      cube_.nodes.push_back(std::make_unique<Node>(*this, parameters, node));
    }
    for (auto& node : cube_.nodes) node->connect();
  }

  static HypercubeChipParameters ticks(unsigned degree) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    return parameters;
  }

  /// Without the adaptive first step.
  static HypercubeChipParameters fixed_route(unsigned degree, unsigned buffers) {
    HypercubeChipParameters parameters = ticks(degree);
    parameters.routing = HypercubeRouting::fixed;
    parameters.buffers = buffers;
    return parameters;
  }

  /// Gives the message to the chip now.
  void send(unsigned from, unsigned to, std::vector<std::uint8_t> bytes, std::uint16_t type = 0) {
    Node& node = *cube_.nodes[from];
    node.memory.send(node.chip, to, std::move(bytes), type, cube_.now());
  }
  /// One of so many bytes, see cube_bytes.
  void send_bytes(unsigned from, unsigned to, unsigned count, std::uint16_t type = 0) {
    send(from, to, cube_bytes(count, type), type);
  }

  /// Until nothing more will happen, or the end of this tick. True in the first case.
  bool run(Time until = never - 1) { return cube_.run(until); }

  Time now() const { return cube_.now(); }
  HypercubeChipCore& chip(unsigned node) { return cube_.nodes[node]->chip; }
  /// In the order of their nodes and last packets.
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const auto& node : cube_.nodes) {
      all.insert(all.end(), node->memory.here().begin(), node->memory.here().end());
    }
    return all;
  }
  bool empty() const {
    return std::all_of(cube_.nodes.begin(), cube_.nodes.end(),
                       [](const auto& node) { return node->chip.empty(); });
  }
  /// Packets that a link has carried away from this node.
  std::uint64_t carried(unsigned node, unsigned port) const {
    return cube_.nodes[node]->lines[port]->carried;
  }

 private:
  struct Node;

  struct Line final : HypercubeLine {
    Line(Node& owner, unsigned number) : node(&owner), port(number) {}
    void request(HypercubeRequest request, Time now) override {
      far().requested(port, request, now);
    }
    void grant(unsigned next, Time now) override { far().granted(port, next, now, now); }
    void send(const HypercubePacket& packet, Time begin) override {
      ++carried;
      far().packet_begins(port, packet_of(to_bytes(packet)), begin);
    }
    HypercubeChipCore& far() { return node->bench->chip(node->chip.node() ^ 1u << port); }
    Node* node;
    unsigned port;
    std::uint64_t carried = 0;
  };

  struct Node final : TickNode {
    Node(CubeBench& owner, const HypercubeChipParameters& parameters, unsigned number)
        : bench(&owner), memory(number), chip(parameters, number, memory, *this) {}
    void connect() {
      for (unsigned port = 0; port < chip.parameters().degree; ++port) {
        lines.push_back(std::make_unique<Line>(*this, port));
        chip.attach(port, *lines.back());
      }
    }
    void evaluate(Time now) { chip.evaluate(now); }
    CubeBench* bench;
    CubeMemory memory;
    HypercubeChipCore chip;
    std::vector<std::unique_ptr<Line>> lines;
  };

  TickLoop<Node> cube_;
};

/// When messages were complete, in this order.
inline std::vector<Time> last_bytes(const CubeBench& bench) {
  std::vector<Time> times;
  for (const CubeArrival& arrival : bench.arrivals()) times.push_back(arrival.last);
  std::sort(times.begin(), times.end());
  return times;
}

/// The first message of this node at the lowest of its destinations.
inline CubeArrival arrival_from(const CubeBench& bench, unsigned source) {
  for (const CubeArrival& arrival : bench.arrivals()) {
    if (arrival.source == source) return arrival;
  }
  ADD_FAILURE() << "nothing has come from " << source;
  return {};
}

}  // namespace weft
