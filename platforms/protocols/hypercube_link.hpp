// The ends of a link of a hypercube at each level.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/hypercube/link_pins.hpp"
#include "platforms/link_view.hpp"
#include "tlm/hypercube/link_end.hpp"
#include "tlm/hypercube/link_reports.hpp"

namespace weft {

/// At `packet`; two of them are joined by calls.
struct HypercubeEnd {
  template <class Port>
  explicit HypercubeEnd(Port& port) : link(&port), view(view_of(port.reports())) {}

  static LinkView view_of(HypercubeLinkReports& reports) {
    LinkView view;
    view.packets = &reports.packets;
    view.later = &reports;
    view.counters = &reports.counters();
    return view;
  }

  HypercubeLinkEnd* link;
  LinkView view;
};

/// At `signal`; two of them are joined by lines, with one at `packet` by a transactor.
struct HypercubeLineEndView {
  HypercubeLinkPins* pins = nullptr;
  LinkView view;
  const HypercubeChipParameters* chip = nullptr;
};

/// The clocks of the chips of a system, one for each length of a tick.
class HypercubeClocks {
 public:
  sc_core::sc_clock& of(Time tick);

 private:
  std::map<Time, std::unique_ptr<sc_core::sc_clock>> clocks_;
};

/// The lines of a system's links, for waves.
struct HypercubeLines {
  struct Direction {
    LinkEnd from;  ///< Its transmitter.
    const HypercubeWires* wires = nullptr;
  };
  std::vector<Direction> all;
};

}  // namespace weft
