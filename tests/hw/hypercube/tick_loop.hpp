// The loop over ticks of a cube whose links are calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Drives what stands at a node, which is given to it as `evaluate(now)`.
struct TickNode : CycleDriver {
  void evaluate_at(Time time) override { next = std::min(next, time); }
  Time next = never;
};

/// `Node` is a TickNode with `evaluate`. A tick is the time at which some node asked for.
template <class Node>
class TickLoop {
 public:
  explicit TickLoop(bool backwards) : backwards_(backwards) {}

  /// Nodes by number; all are evaluated in this order, or backwards.
  std::vector<std::unique_ptr<Node>> nodes;

  /// Until nothing more will happen, or the end of this tick. True in the first case.
  bool run(Time until = never - 1) {
    for (;;) {
      Time next = never;
      for (const auto& node : nodes) next = std::min(next, node->next);
      if (next > until) {
        if (until != never - 1) now_ = until;
        return next == never;
      }
      now_ = next;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        Node& node = *nodes[backwards_ ? nodes.size() - 1 - i : i];
        if (node.next != now_) continue;
        node.next = never;
        node.evaluate(now_);
      }
    }
  }
  Time now() const { return now_; }

 private:
  bool backwards_;
  Time now_ = 0;
};

}  // namespace weft
