#include "hw/hypercube/link_pins.hpp"

namespace weft {

std::ostream& operator<<(std::ostream& out, const HypercubeForthLevels& levels) {
  return out << "wanted " << levels.wanted << " first " << unsigned{levels.first} << " valid "
             << levels.valid << " data " << unsigned{levels.data};
}

void sc_trace(sc_core::sc_trace_file* file, const HypercubeForthLevels& levels,
              const std::string& name) {
  sc_core::sc_trace(file, levels.wanted, name + ".wanted", 16);
  sc_core::sc_trace(file, levels.first, name + ".first", 4);
  sc_core::sc_trace(file, levels.valid, name + ".valid");
  sc_core::sc_trace(file, levels.data, name + ".data", 8);
}

std::ostream& operator<<(std::ostream& out, const HypercubeBackLevels& levels) {
  return out << "grant " << levels.grant << " next " << unsigned{levels.next};
}

void sc_trace(sc_core::sc_trace_file* file, const HypercubeBackLevels& levels,
              const std::string& name) {
  sc_core::sc_trace(file, levels.grant, name + ".grant");
  sc_core::sc_trace(file, levels.next, name + ".next", 4);
}

}  // namespace weft
