// A hypercube of switches for whole messages whose links are calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/hypercube/message_switch_core.hpp"
#include "tests/hw/hypercube/cube_memory.hpp"

namespace weft {

/// One at each node. A tick is 1 ps.
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

  SwitchBench(unsigned degree, HypercubeTransport transport, bool backwards = false,
              HypercubeArbitration arbitration = HypercubeArbitration::paid)
      : backwards_(backwards) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    parameters.transport = transport;
    parameters.arbitration = arbitration;
    for (unsigned node = 0; node < 1u << degree; ++node) {
      nodes_.push_back(std::make_unique<Node>(*this, parameters, node));
    }
    for (auto& node : nodes_) node->connect(degree);
  }

  /// Bytes as of cube_bytes, now.
  void send(unsigned from, unsigned to, unsigned count, std::uint16_t type = 0) {
    nodes_[from]->core.send(to, type, cube_bytes(count, type), now_);
  }
  /// Until nothing more will happen, or the end of this tick.
  void run(Time until = never - 1) {
    for (;;) {
      Time next = never;
      for (const auto& node : nodes_) next = std::min(next, node->next);
      if (next > until || next == never) {
        if (until != never - 1) now_ = until;
        return;
      }
      now_ = next;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = *nodes_[backwards_ ? nodes_.size() - 1 - i : i];
        if (node.next != now_) continue;
        node.next = never;
        node.core.evaluate(now_);
      }
    }
  }

  /// By destination, in the order in which they came; without ports.
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const auto& node : nodes_) all.insert(all.end(), node->here.begin(), node->here.end());
    return all;
  }
  const std::vector<Carried>& carried() const { return carried_; }
  const HypercubeMessageSwitchCore& core(unsigned node) const { return nodes_[node]->core; }

 private:
  struct Node;

  struct Line final : HypercubeWholeLine {
    Line(Node& owner, unsigned number) : node(&owner), port(number) {}
    HypercubeMessageSwitchCore& far() {
      return node->bench->nodes_[node->number ^ 1u << port]->core;
    }
    void head(const HypercubeWhole& message, Time begin) override {
      far().head_begins(port, message, begin);
    }
    void tail(Time tail) override { far().tail_leaves(port, tail); }
    void carries(const HypercubeWhole& message, Time begin, Time end) override {
      node->bench->carried_.push_back({node->number, port, message.source, message.destination,
                                       message.link_bytes(), begin, end});
    }
    Node* node;
    unsigned port;
  };

  struct Node final : CycleDriver, HypercubeMessageClient {
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
    void evaluate_at(Time time) override { next = std::min(next, time); }
    void received(const HypercubeArrival& message) override {
      here.push_back(
          {message.source, number, message.type, message.bytes, message.first, message.last, 0});
    }
    SwitchBench* bench;
    unsigned number;
    Time next = never;
    HypercubeMessageSwitchCore core;
    std::vector<std::unique_ptr<Line>> lines;
    std::vector<CubeArrival> here;
  };

  bool backwards_;
  Time now_ = 0;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Carried> carried_;
};

}  // namespace weft
