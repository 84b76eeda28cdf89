// A node of a hypercube whose chip carries packets, at `signal` level.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/common/cycle_driver.hpp"
#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/hypercube/line_end.hpp"
#include "hw/hypercube/link_pins.hpp"
#include "hw/hypercube/packet_messages.hpp"

namespace weft {

/// A packet chip on the lines of its links. `clock` has the chip's ticks as rising edges, at their
/// multiples: there lines are sampled and driven. It sleeps while they are idle and the core has
/// nothing to do. A link that is not bound leads nowhere.
class HypercubeChipModule : public sc_core::sc_module, protected CycleDriver {
 public:
  SC_HAS_PROCESS(HypercubeChipModule);

  sc_core::sc_in<bool> clock{"clock"};

  HypercubeLinkPins& link(unsigned port) { return links_.at(port)->pins; }
  HypercubeLineEnd& end(unsigned port) { return links_.at(port)->end; }

 protected:
  HypercubeChipModule(sc_core::sc_module_name name, Time tick);

  /// Attaches a line end to each link of the core; to be called once, in the constructor.
  void attach(HypercubeChipCore& core);
  /// Of what has the core; gives when it is to be called next.
  virtual Time evaluate(Time now) = 0;
  // CycleDriver
  void evaluate_at(Time time) override;

 private:
  struct Link {
    Link(HypercubeChipCore& core, unsigned port);
    HypercubeLinkPins pins;
    HypercubeLineEnd end;
    std::unique_ptr<HypercubeWires> nowhere_out;  // where it is not bound
    std::unique_ptr<HypercubeWires> nowhere_in;
  };

  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void edge();
  void set_alarm(Time now);

  Time tick_;
  Time due_ = never;  // next evaluation of the core
  bool awake_ = true;
  std::vector<std::unique_ptr<Link>> links_;
  sc_core::sc_event alarm_{"alarm"};
  sc_core::sc_event_or_list activity_;
};

/// The module with what the chip serves, which has the chip in it.
template <class Served>
class HypercubeServedModule final : public HypercubeChipModule {
 public:
  /// `more` is what `Served` is made from beside these; see HypercubeChipCore for what is thrown.
  template <class... More>
  HypercubeServedModule(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                        unsigned node, More&&... more)
      : HypercubeChipModule(name, parameters.tick),
        served_(parameters, node, std::forward<More>(more)..., *this) {
    attach(served_.chip());
  }

  Served& served() { return served_; }
  HypercubeChipCore& core() { return served_.chip(); }

 private:
  Time evaluate(Time now) override { return served_.evaluate(now); }

  Served served_;
};

/// Messages are given to it as they are.
using HypercubePacketModule = HypercubeServedModule<HypercubePacketMessages>;
/// With a memory, and a co-processor that programs give instructions to.
using HypercubeCoprocessorModule = HypercubeServedModule<HypercubeCoprocessor>;

}  // namespace weft
