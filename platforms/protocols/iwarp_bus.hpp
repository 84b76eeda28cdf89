// The ends of an iWarp bus at each level.
#pragma once

#include <map>
#include <memory>

#include <systemc>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "tlm/protocol/word_protocol.hpp"

namespace weft {

/// An output and an input bus are joined by
///
/// |             | signal, rtl       | word              |
/// |-------------|-------------------|-------------------|
/// | signal, rtl | lines             | lines, PinsToWord |
/// | word        | WordToPins, lines | calls             |

/// What an end has at any level.
struct BusEnd {
  Time clock = 0;  ///< Period of the component's clock, ps; a bus phase is half of it.
  CommunicationInterface* communication = nullptr;  ///< Knows of cuts; null where there are none.
};
struct BusOutput : BusEnd {
  WordPort* words = nullptr;  ///< Where it reports what it transmits; may be null.
};
struct BusInput : BusEnd {
  ObserverPort<DequeueEvent>* dequeues = nullptr;  ///< Where it reports signals; may be null.
};

struct LineOutput : BusOutput {
  OutputPins* pins = nullptr;
};
struct LineInput : BusInput {
  InputPins* pins = nullptr;
};
struct WordOutput : BusOutput {
  WordInitiatorSocket* socket = nullptr;
};
struct WordInput : BusInput {
  WordTargetSocket* socket = nullptr;
};

/// The clocks of bus phases of a system, one for each period.
class BusClocks {
 public:
  /// 40 MHz for a cell of 20 MHz.
  sc_core::sc_clock& of(Time cell_clock);

 private:
  std::map<Time, std::unique_ptr<sc_core::sc_clock>> clocks_;  // by period of the cells
};

}  // namespace weft
