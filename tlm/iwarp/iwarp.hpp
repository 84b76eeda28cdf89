// An iWarp cell at `word` level.
#pragma once

#include <array>

#include <systemc>

#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/iwarp_core.hpp"
#include "hw/iwarp/memory_socket.hpp"
#include "tlm/engine/clock_edges.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/word_protocol.hpp"

namespace weft::word {

/// The same cell as weft::Iwarp with its busses in TLM-2.0: one call a word, one a dequeue signal,
/// and one evaluation at an edge of the clock at which the cell has something to do. Where both
/// ends of a bus are such cells their agents call each other, past the sockets, which stand bound.
class Iwarp : public sc_core::sc_module, private BusLines {
 public:
  std::array<WordInitiatorSocket, bus_count> out{
      WordInitiatorSocket("x_right_out"), WordInitiatorSocket("y_up_out"),
      WordInitiatorSocket("x_left_out"), WordInitiatorSocket("y_down_out")};
  std::array<WordTargetSocket, bus_count> in{
      WordTargetSocket("x_right_in"), WordTargetSocket("y_up_in"), WordTargetSocket("x_left_in"),
      WordTargetSocket("y_down_in")};
  MemorySocket memory;
  BusReports reports;

  Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters, Wheel& wheel);

  WordInitiatorSocket& output(Bus bus) { return out[index_of(bus)]; }
  WordTargetSocket& input(Bus bus) { return in[index_of(bus)]; }
  IwarpCore& core() { return core_; }

 private:
  /// The two busses of one side of the cell.
  struct Side final : WordForward, WordBackward {
    tlm::tlm_sync_enum nb_transport_fw(WordPayload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(WordPayload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    CommunicationAgent* agent = nullptr;
    Bus bus = Bus::x_right;
  };

  void end_of_elaboration() override;
  void start_of_simulation() override;
  void word_begins(Bus bus, unsigned channel, Word word, Time begin) override;
  void dequeue_begins(Bus bus, unsigned channel, Time begin) override;

  EdgeCycles<IwarpCore> cycles_;
  IwarpCore core_;
  Time word_time_;
  std::array<Side, bus_count> sides_;
};

}  // namespace weft::word
