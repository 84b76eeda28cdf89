// An iWarp cell at `signal` level.
#pragma once

#include <systemc>

#include "hw/common/cycle_driver.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/cell_lines.hpp"
#include "hw/iwarp/cell_pins.hpp"
#include "hw/iwarp/iwarp_core.hpp"
#include "hw/iwarp/memory_socket.hpp"

namespace weft {

/// A cell on the lines of its eight busses. `clock` is the 40 MHz clock of the bus phases: lines
/// are sampled and driven at its rising edges, which are at the multiples of half the component's
/// clock. The cell sleeps while its lines are idle and its agents have nothing to do. A bus that is
/// not bound leads nowhere.
class Iwarp : public sc_core::sc_module, public CellPins, private BusLines, private CycleDriver {
 public:
  SC_HAS_PROCESS(Iwarp);

  sc_core::sc_in<bool> clock{"clock"};
  MemorySocket memory;
  BusReports reports;

  Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters);

  IwarpCore& core() { return core_; }

 private:
  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void phase();
  void sample(Time now);
  bool drive();
  void set_alarm(Time now);
  void sleep(Time now);

  // BusLines
  void word_begins(Bus bus, unsigned channel, Word word, Time begin) override;
  void dequeue_begins(Bus bus, unsigned channel, Time begin) override;
  // CycleDriver
  void evaluate_at(Time time) override;

  const sc_core::sc_object* process_ = nullptr;
  Time phase_time_;
  Time due_ = never;  // next evaluation of the core
  SampledLines sampled_;
  DrivenLines driven_{"driven"};
  PhaseReceivers<BusLevels, bus_count> words_in_;
  PhaseReceivers<DequeueLevels, bus_count> dequeues_in_;
  PhaseDrivers<BusLevels, bus_count> words_out_;
  PhaseDrivers<DequeueLevels, bus_count> dequeues_out_;
  IwarpCore core_;
  sc_core::sc_event alarm_{"alarm"};
  sc_core::sc_event_or_list activity_;
};

}  // namespace weft
