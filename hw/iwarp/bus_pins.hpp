// The pins of an iWarp bus.
#pragma once

#include <ostream>
#include <string>

#include <systemc>

#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/line_signal.hpp"

namespace weft {

std::ostream& operator<<(std::ostream& out, BusLevels levels);
void sc_trace(sc_core::sc_trace_file* file, const BusLevels& levels, const std::string& name);
std::ostream& operator<<(std::ostream& out, DequeueLevels levels);
void sc_trace(sc_core::sc_trace_file* file, const DequeueLevels& levels, const std::string& name);

/// The lines between an output and an input bus. The eleven lines forth are one signal, the two
/// lines back another, so that a phase costs two updates.
struct BusWires {
  LineSignal<BusLevels> forth{sc_core::sc_gen_unique_name("forth")};
  LineSignal<DequeueLevels> back{sc_core::sc_gen_unique_name("back")};
};

/// An output bus.
struct OutputPins {
  explicit OutputPins(const std::string& name)
      : forth((name + "_out").c_str()), back((name + "_out_dequeue").c_str()) {}

  sc_core::sc_out<BusLevels> forth;
  sc_core::sc_in<DequeueLevels> back;

  void operator()(BusWires& wires) {
    forth(wires.forth);
    back(wires.back);
  }
};

/// An input bus.
struct InputPins {
  explicit InputPins(const std::string& name)
      : forth((name + "_in").c_str()), back((name + "_in_dequeue").c_str()) {}

  sc_core::sc_in<BusLevels> forth;
  sc_core::sc_out<DequeueLevels> back;

  void operator()(BusWires& wires) {
    forth(wires.forth);
    back(wires.back);
  }
};

}  // namespace weft
