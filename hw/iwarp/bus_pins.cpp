#include "hw/iwarp/bus_pins.hpp"

namespace weft {

std::ostream& operator<<(std::ostream& out, BusLevels levels) {
  return out << "data " << unsigned{levels.data} << " control " << unsigned{levels.control};
}

void sc_trace(sc_core::sc_trace_file* file, const BusLevels& levels, const std::string& name) {
  sc_core::sc_trace(file, levels.data, name + ".data", 8);
  sc_core::sc_trace(file, levels.control, name + ".control", 3);
}

std::ostream& operator<<(std::ostream& out, DequeueLevels levels) {
  return out << unsigned{levels.lines};
}

void sc_trace(sc_core::sc_trace_file* file, const DequeueLevels& levels, const std::string& name) {
  sc_core::sc_trace(file, levels.lines, name, 2);
}

}  // namespace weft
