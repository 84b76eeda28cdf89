// Where an iWarp bus has lines at one end and TLM calls at the other.
#pragma once

#include <systemc>

#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/parameters.hpp"
#include "tlm/protocol/word_protocol.hpp"

namespace weft {

/// Of a bus whose transmitter is at `word` level: turns its calls into phases on the lines, and
/// the dequeue signals on the lines into calls. It adds no time.
class WordToPins : public sc_core::sc_module, private WordForward {
 public:
  SC_HAS_PROCESS(WordToPins);

  WordTargetSocket in{"in"};
  sc_core::sc_in<bool> clock{"clock"};  ///< 40 MHz, as of weft::Iwarp.
  OutputPins out{"bus"};

  explicit WordToPins(sc_core::sc_module_name name);

 private:
  tlm::tlm_sync_enum nb_transport_fw(WordPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void phase();

  PhaseDriver<BusLevels> words_;
  DequeueReceiver dequeues_;
};

/// Of a bus whose receiver is at `word` level.
class PinsToWord : public sc_core::sc_module, private WordBackward {
 public:
  SC_HAS_PROCESS(PinsToWord);

  InputPins in{"bus"};
  sc_core::sc_in<bool> clock{"clock"};  ///< 40 MHz, as of weft::Iwarp.
  WordInitiatorSocket out{"out"};

  explicit PinsToWord(sc_core::sc_module_name name);

 private:
  tlm::tlm_sync_enum nb_transport_bw(WordPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void phase();

  WordReceiver words_;
  PhaseDriver<DequeueLevels> dequeues_;
};

}  // namespace weft
