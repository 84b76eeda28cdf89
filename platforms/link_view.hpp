// What observers can see of link ends and busses.
#pragma once

#include <string>

#include <systemc>

#include "hw/common/later_events.hpp"
#include "hw/common/observer_port.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "platforms/platform.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {

namespace rtl {
class LinkPins;
}

/// Of links other than DS-Links only `counters` are there. At `rtl` there are `pins` and no `core`.
/// Between two ends at `packet` level, or at `stream`, there are no tokens and no states: `core`,
/// `tokens` and `states` are null. Where a link leads from there to another level, they are those
/// of the transactor's DS-Link, which stands for this end.
struct LinkView {
  LinkCore* core = nullptr;
  const rtl::LinkPins* pins = nullptr;
  ObserverPort<TokenEvent>* tokens = nullptr;  ///< What this end transmits.
  ObserverPort<LinkStateEvent>* states = nullptr;
  PacketReports* packets = nullptr;        ///< Of what it transmits, where there are no tokens.
  const LaterEvents* later = nullptr;      ///< Of what it transmits; null where there are tokens.
  const LinkCounters* counters = nullptr;  ///< Of what it has transmitted; never null.
  const LinkTraffic* lost = nullptr;       ///< At `packet`: came in while this end was halted.
  Time bit_time = 0;                       ///< Of its transmitter in the Run state.
  const sc_core::sc_signal<bool>* d = nullptr;  ///< Its D wire; null without wires.
  const sc_core::sc_signal<bool>* s = nullptr;
};

/// A link end of a platform.
struct LinkProbe : LinkView {
  const Platform* platform = nullptr;
  LinkEnd where;

  /// "node[3,2].router.link5". Made when it is asked for: a large network has a million.
  std::string name() const { return port_name(*platform, where); }
};

/// An iWarp bus.
struct BusView {
  WordPort* words = nullptr;                       ///< Of its transmitter; null if it reports none.
  ObserverPort<DequeueEvent>* dequeues = nullptr;  ///< Of its receiver; null if it reports none.
  const BusWires* lines = nullptr;                 ///< Null without lines.
  Time word_time = 0;                              ///< Of a word, by the transmitter's clock.
};

/// A bus of a platform; of one that was never there the view is empty.
struct BusProbe : BusView {
  std::string name;  ///< "node[3,2].x_right", that of its transmitter.
};

}  // namespace weft
