// An iWarp cell at `signal` level.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/common/cycle_driver.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_reports.hpp"
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
  // Of the output and the input bus of one side
  struct Side {
    PhaseDriver<BusLevels> words_out;
    DequeueReceiver dequeues_in;
    WordReceiver words_in;
    PhaseDriver<DequeueLevels> dequeues_out;
    bool sends = false;  // the output bus is not at rest
    bool signals = false;
  };

  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void phase();
  void sample(unsigned bus, Time now);
  bool drive(unsigned bus);
  template <class Levels>
  void wake_by(sc_core::sc_in<Levels>& line);
  void set_alarm(Time now);
  void sleep(Time now);

  // BusLines
  void word_begins(Bus bus, unsigned channel, Word word, Time begin) override;
  void dequeue_begins(Bus bus, unsigned channel, Time begin) override;
  // CycleDriver
  void evaluate_at(Time time) override;

  IwarpCore core_;
  Time phase_time_;
  Time due_ = never;  // next evaluation of the core
  LineSleeper lines_;
  std::array<Side, bus_count> sides_{};
  sc_core::sc_event alarm_{"alarm"};
  sc_core::sc_event_or_list activity_;
};

}  // namespace weft
