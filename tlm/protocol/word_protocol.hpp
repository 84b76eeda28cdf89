// The TLM-2.0 protocol of an iWarp bus: one non-blocking call a word, one a dequeue signal.
#pragma once

#include <tlm>

#include "hw/common/time.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// What goes along with a call. A call is made when the word or signal begins, or, by a transactor
/// that finds it on wires, when it is in: `in` is not before the present.
struct WordPayload {
  Word word;             ///< Of a `word_transfer`.
  unsigned channel = 0;  ///< Number on the bus.
  Time begin = 0;        ///< First phase, ps.
  Time in = 0;           ///< End of the last phase, ps.
};

DECLARE_EXTENDED_PHASE(word_transfer);   ///< Forward, by the transmitter.
DECLARE_EXTENDED_PHASE(dequeue_signal);  ///< Backward, by the receiver.

/// Protocol types of the sockets.
struct WordProtocol {
  using tlm_payload_type = WordPayload;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Calls of the transmitter.
class WordForward
    : public virtual tlm::tlm_fw_nonblocking_transport_if<WordPayload, tlm::tlm_phase> {
 public:
  using protocol_types = WordProtocol;
};

/// Calls of the receiver.
class WordBackward
    : public virtual tlm::tlm_bw_nonblocking_transport_if<WordPayload, tlm::tlm_phase> {
 public:
  using protocol_types = WordProtocol;
};

/// An output bus; may stay unbound.
class WordInitiatorSocket : public tlm::tlm_base_initiator_socket<1, WordForward, WordBackward, 1,
                                                                  sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit WordInitiatorSocket(const char* name) : tlm_base_initiator_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(WordProtocol); }
};

/// An input bus; may stay unbound.
class WordTargetSocket : public tlm::tlm_base_target_socket<1, WordForward, WordBackward, 1,
                                                            sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit WordTargetSocket(const char* name) : tlm_base_target_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(WordProtocol); }
};

}  // namespace weft
