// An iWarp cell at `rtl` level.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/iwarp/bus_pins.hpp"
#include "rtl/iwarp/agent_port.hpp"

namespace weft::rtl {

/// The ports of weft::Iwarp, driven by the Verilog of the communication agent. Like there, `clock`
/// is the 40 MHz clock of the bus phases, and a bus that is not bound leads nowhere. What else is
/// in the cell works on `agent()`.
class Iwarp : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Iwarp);

  sc_core::sc_in<bool> clock{"clock"};
  std::array<OutputPins, bus_count> out{OutputPins("x_right"), OutputPins("y_up"),
                                        OutputPins("x_left"), OutputPins("y_down")};
  std::array<InputPins, bus_count> in{InputPins("x_right"), InputPins("y_up"), InputPins("x_left"),
                                      InputPins("y_down")};

  Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters,
        std::unique_ptr<IwarpModel> model = make_iwarp_model());

  OutputPins& output(Bus bus) { return out[index_of(bus)]; }
  InputPins& input(Bus bus) { return in[index_of(bus)]; }
  AgentPort& agent() { return agent_; }
  /// Called at each edge of the component's clock, in the order in which they were attached, once
  /// the agent has moved its words; to be called before the start.
  void attach(CellClient& client) { clients_.push_back(&client); }

 private:
  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void phase();

  AgentPort agent_;
  std::vector<CellClient*> clients_;
  std::vector<std::unique_ptr<BusWires>> tie_offs_;
};

}  // namespace weft::rtl
