// A hypercube of switches for whole messages whose links are calls.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/hypercube/message_switch_core.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"
#include "tests/hw/hypercube/tick_loop.hpp"

namespace weft {

/// What takes its ticks.
namespace message_ticks {
inline constexpr Time asked = 1;        // the tick after `send`
inline constexpr Time arbitration = 4;  // of one link
constexpr Time on_link(Time bytes) { return 2 * (hypercube_header_bytes + bytes); }
}  // namespace message_ticks

/// One at each node.
class SwitchBench {
 public:
  /// What a link carried.
  struct Carried {
    unsigned node = 0;
    unsigned port = 0;
    unsigned source = 0;
    unsigned destination = 0;
    std::uint64_t bytes = 0;
    Time begin = 0;
    Time end = 0;
  };

  explicit SwitchBench(const HypercubeChipParameters& parameters, bool backwards = false)
      : cube_(backwards) {
    for (unsigned node = 0; node < 1u << parameters.degree; ++node) {
      cube_.nodes.push_back(std::make_unique<Node>(*this, parameters, node));
    }
    for (auto& node : cube_.nodes) node->connect(parameters.degree);
  }
  SwitchBench(unsigned degree, HypercubeTransport transport)
      : SwitchBench(ticks(degree, transport)) {}

  /// A tick is 1 ps.
  static HypercubeChipParameters ticks(unsigned degree, HypercubeTransport transport) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    parameters.transport = transport;
    return parameters;
  }

  /// Bytes as of cube_bytes, now.
  void send(unsigned from, unsigned to, unsigned count, std::uint16_t type = 0) {
    cube_.nodes[from]->core.send(to, type, cube_bytes(count, type), cube_.now());
  }
  /// Until nothing more will happen, or the end of this tick.
  void run(Time until = never - 1) { cube_.run(until); }

  /// By destination, in the order in which they came; without ports.
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const auto& node : cube_.nodes) {
      all.insert(all.end(), node->here.begin(), node->here.end());
    }
    return all;
  }
  /// The one of this type.
  CubeArrival arrival(std::uint16_t type) const {
    for (const CubeArrival& one : arrivals()) {
      if (one.type == type) return one;
    }
    return {};
  }
  const std::vector<Carried>& carried() const { return carried_; }
  const HypercubeMessageSwitchCore& core(unsigned node) const { return cube_.nodes[node]->core; }
  bool idle() const {
    for (const auto& node : cube_.nodes) {
      if (!node->core.idle()) return false;
    }
    return true;
  }

 private:
  struct Node;

  struct Line final : HypercubeWholeLine {
    Line(Node& owner, unsigned number) : node(&owner), port(number) {}
    HypercubeMessageSwitchCore& far() {
      return node->bench->cube_.nodes[node->number ^ 1u << port]->core;
    }
    void head(const HypercubeWhole& message, Time begin) override {
      far().head_begins(port, message, begin);
    }
    void tail(const HypercubeTail& tail, Time now) override { far().tail_leaves(port, tail, now); }
    void withdraw(Time begin, Time at) override { far().withdrawn(port, begin, at); }
    void acknowledge(Time begin, Time at) override { far().acknowledged(port, begin, at); }
    void ask(HypercubeAge first, Time now) override { far().far_asks(port, first, now); }
    void grant(Time begin, Time now) override { far().granted(port, begin, now); }
    void release(Time free, Time now) override { far().released(port, free, now); }
    void begins(const HypercubeWhole&, Time) override {}
    void ends(const HypercubeWhole& message, Time begin, Time end, std::uint64_t bytes) override {
      node->bench->carried_.push_back(
          {node->number, port, message.source, message.destination, bytes, begin, end});
    }
    Node* node;
    unsigned port;
  };

  struct Node final : TickNode, HypercubeMessageClient {
    Node(SwitchBench& owner, const HypercubeChipParameters& parameters, unsigned own)
        : bench(&owner), number(own), core(parameters, own, *this) {
      core.tell(*this);
    }
    void connect(unsigned degree) {
      for (unsigned port = 0; port < degree; ++port) {
        lines.push_back(std::make_unique<Line>(*this, port));
        core.attach(port, *lines.back());
      }
    }
    void evaluate(Time now) { core.evaluate(now); }
    void received(const HypercubeArrival& message) override {
      here.push_back(
          {message.source, number, message.type, message.bytes, message.first, message.last, 0});
    }
    SwitchBench* bench;
    unsigned number;
    HypercubeMessageSwitchCore core;
    std::vector<std::unique_ptr<Line>> lines;
    std::vector<CubeArrival> here;
  };

  TickLoop<Node> cube_;
  std::vector<Carried> carried_;
};

}  // namespace weft
