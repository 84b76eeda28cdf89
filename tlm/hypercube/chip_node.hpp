// A node of a hypercube whose chip carries packets.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/hypercube/packet_messages.hpp"
#include "tlm/engine/clock_edges.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/hypercube/link_port.hpp"

namespace weft {

/// What the chip serves, with the chip in it, and the chip's links, one for each dimension.
template <class Served>
class HypercubeChipNode : public sc_core::sc_module {
 public:
  /// `more` is what `Served` is made from beside these; see HypercubeChipCore for what is thrown.
  template <class... More>
  HypercubeChipNode(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                    unsigned node, Wheel& wheel, More&&... more)
      : sc_module(name),
        cycles_(wheel.edges(parameters.tick), served_),
        served_(parameters, node, std::forward<More>(more)..., cycles_) {
    for (unsigned port = 0; port < parameters.degree; ++port) {
      links_.push_back(
          std::make_unique<HypercubeLinkPort>("link" + std::to_string(port), core(), port));
      core().attach(port, *links_.back());
    }
  }

  HypercubeLinkPort& link(unsigned port) { return *links_.at(port); }
  Served& served() { return served_; }
  HypercubeChipCore& core() { return served_.chip(); }

 private:
  void start_of_simulation() override {
    for (const auto& link : links_) link->find_far_ends();
  }

  EdgeCycles<Served> cycles_;
  Served served_;
  std::vector<std::unique_ptr<HypercubeLinkPort>> links_;
};

/// Messages are given to it as they are.
using HypercubePacketNode = HypercubeChipNode<HypercubePacketMessages>;
/// With a memory, and a co-processor that programs give instructions to.
using HypercubeCoprocessorNode = HypercubeChipNode<HypercubeCoprocessor>;

}  // namespace weft
