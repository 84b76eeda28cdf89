// An iWarp cell at `rtl` level.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/cell_agents.hpp"
#include "hw/iwarp/cell_pins.hpp"
#include "hw/iwarp/memory_socket.hpp"
#include "rtl/common/rtl_block.hpp"
#include "rtl/iwarp/agent_port.hpp"

namespace weft::rtl {

/// The ports of weft::Iwarp, driven by the Verilog of the communication agent; the other agents of
/// the cell work on its registers. Like there, `clock` is the 40 MHz clock of the bus phases, and a
/// bus that is not bound leads nowhere. It never sleeps. `reports` tells of a word as it begins, of
/// a dequeue signal in its last phase.
class Iwarp : public sc_core::sc_module, public CellPins {
 public:
  SC_HAS_PROCESS(Iwarp);

  sc_core::sc_in<bool> clock{"clock"};
  MemorySocket memory;
  BusReports reports;

  /// As AgentPort.
  Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters,
        std::unique_ptr<IwarpModel> model = make_iwarp_model());

  AgentPort& agent() { return agent_; }
  CellAgents& core() { return core_; }
  /// For those who look into the RTL.
  RtlBlock& block() { return inside_; }

 private:
  /// The two busses of one side: what of them is lost in cut cables.
  struct Side {
    bool word_lost = false;    // the word that the output bus carries, or the last one
    bool signal_lost = false;  // the same of the dequeue signal that goes back
    DequeueReceiver signals;
  };
  class Inside final : public RtlBlock {
   public:
    Inside(IwarpModel& model, Time phase) : model_(&model), phase_(phase) {}
    InnerWaves* waves() override { return model_->waves(); }
    Time clock() const override { return phase_; }
    using RtlBlock::edge_done;
    using RtlBlock::run_rtl;

   private:
    IwarpModel* model_;
    Time phase_;
  };

  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void phase();
  void clock_model(Time now);
  void tell_words(Time now);
  void drive(Bus bus, Time now);

  AgentPort agent_;
  CellAgents core_;
  Inside inside_;
  Time word_time_;
  std::array<Side, bus_count> sides_{};
};

}  // namespace weft::rtl
