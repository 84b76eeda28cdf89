// The busses of an iWarp cell as pins.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/bus_pins.hpp"

namespace weft {

/// The eight busses of a cell on lines; a base of its module, behind sc_module.
struct CellPins {
  std::array<OutputPins, bus_count> out{OutputPins("x_right"), OutputPins("y_up"),
                                        OutputPins("x_left"), OutputPins("y_down")};
  std::array<InputPins, bus_count> in{InputPins("x_right"), InputPins("y_up"), InputPins("x_left"),
                                      InputPins("y_down")};

  OutputPins& output(Bus bus) { return out[index_of(bus)]; }
  InputPins& input(Bus bus) { return in[index_of(bus)]; }

 protected:
  /// Binds the busses that nobody has bound, which lead nowhere, to lines of their own; `close` is
  /// told of each such output bus. To be called before the end of elaboration.
  template <class Close>
  void tie_off(const Close& close) {
    for (const Bus bus : all_busses) {
      if (output(bus).forth.bind_count() == 0) {
        tie_offs_.push_back(std::make_unique<BusWires>());
        output(bus)(*tie_offs_.back());
        close(bus);
      }
      if (input(bus).forth.bind_count() == 0) {
        tie_offs_.push_back(std::make_unique<BusWires>());
        input(bus)(*tie_offs_.back());
      }
    }
  }

 private:
  std::vector<std::unique_ptr<BusWires>> tie_offs_;
};

}  // namespace weft
