// A node of a hypercube whose chip carries packets.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/hypercube/packet_messages.hpp"
#include "tlm/engine/clock_edges.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/hypercube/chip_ticks.hpp"
#include "tlm/hypercube/link_port.hpp"

namespace weft {

/// What calls a chip at its ticks together with others of its clock.
template <class Served>
struct HypercubeTogether {
  using Ticks = HypercubeChipTicks;

  HypercubeTogether(Ticks& ticks, const HypercubeChipParameters&, Served&)
      : driver(ticks.calendar()) {}

  HypercubeChipCalendar& driver;
};

/// What calls it by itself, and what it serves too.
template <class Served>
struct HypercubeAlone {
  using Ticks = Wheel;

  HypercubeAlone(Ticks& wheel, const HypercubeChipParameters& parameters, Served& served)
      : driver(wheel.edges(parameters.tick), served) {}

  EdgeCycles<Served> driver;
};

/// What the chip serves, with the chip in it, and the chip's links, one for each dimension.
template <class Served, template <class> class Called>
class HypercubeChipNode : public sc_core::sc_module, public StartsItsLinks {
 public:
  using Ticks = typename Called<Served>::Ticks;

  /// `more` is what `Served` is made from beside these; see HypercubeChipCore for what is thrown.
  template <class... More>
  HypercubeChipNode(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                    unsigned node, Ticks& ticks, More&&... more)
      : sc_module(name),
        called_(ticks, parameters, served_),
        served_(parameters, node, std::forward<More>(more)..., called_.driver) {
    for (unsigned port = 0; port < parameters.degree; ++port) {
      links_.push_back(std::make_unique<HypercubeLinkPort>(core(), port));
      core().attach(port, *links_.back());
    }
  }

  HypercubeLinkPort& link(unsigned port) { return *links_.at(port); }
  Served& served() { return served_; }
  HypercubeChipCore& core() { return served_.chip(); }

 private:
  void start_of_simulation() override {
    for (const auto& link : links_) link->find_far_end();
  }

  Called<Served> called_;
  Served served_;
  std::vector<std::unique_ptr<HypercubeLinkPort>> links_;
};

/// Messages are given to it as they are.
using HypercubePacketNode = HypercubeChipNode<HypercubePacketMessages, HypercubeTogether>;
/// With a memory, and a co-processor that programs give instructions to.
using HypercubeCoprocessorNode = HypercubeChipNode<HypercubeCoprocessor, HypercubeAlone>;

}  // namespace weft
