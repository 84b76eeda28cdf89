// The TLM-2.0 protocol of a link between packet chips of a hypercube.
//
// Each direction has sockets of its own. Three non-blocking calls a packet and hop; each is made at
// a tick, and counts from the tick after it on:
//
//   transmitter                                            receiver
//       |--------------- hypercube_request ------------------>|   some packet can go; for which of
//       |                                                     |   the receiver's ports. Again when
//       |                                                     |   there is more to choose from
//       |<--------------- hypercube_grant --------------------|   a buffer of `next` is reserved
//       |--------------- hypercube_packet ------------------->|   at once; it begins at `begin`
//
// A unidirectional link has the same calls in both directions; which grant comes when is what the
// ends agree on, see HypercubeChipCore.
//
// Calls of messages that are carried whole; the first is all that a datagram needs:
//
//   transmitter                                            receiver
//       |--------------- hypercube_head --------------------->|   its header begins at `begin`
//       |<--------------- hypercube_tail ---------------------|   a wormhole's header has got a
//       |                                                     |   link ahead, its `tail` with it
//       |<--------------- hypercube_acknowledge --------------|   the circuit whose header began at
//       |                                                     |   `begin` is there, known at `at`
//       |--------------- hypercube_withdraw ----------------->|   that circuit has lost this link,
//       |                                                     |   known at `at`
//
// On a unidirectional link both ends ask, the one whose node has a 0 in that bit grants, and the
// other one releases:
//
//       |--------------- hypercube_ask ---------------------->|   `age` of the first that waits
//       |<--------------- hypercube_use ----------------------|   it may begin, at `begin`
//       |--------------- hypercube_release ------------------>|   it has left the link at `at`
#pragma once

#include <tlm>

#include "hw/common/time.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/packet_chip_core.hpp"
#include "hw/hypercube/whole_message.hpp"
#include "tlm/protocol/lazy_sockets.hpp"

namespace weft {

/// What goes along with a call; what its phase does not name does not count.
struct HypercubePayload {
  HypercubeRequest request;               ///< Of a `hypercube_request`.
  unsigned next = 0;                      ///< Of a `hypercube_grant`, as of a HypercubeLine.
  HypercubePacket packet;                 ///< Of a `hypercube_packet`.
  Time begin = 0;                         ///< Likewise, and of messages that are carried whole; ps.
  const HypercubeWhole* whole = nullptr;  ///< Of a `hypercube_head`; lives as long as the call.
  Time at = 0;                            ///< Of messages that are carried whole; ps.
  HypercubeTail tail;                     ///< Of a `hypercube_tail`.
  HypercubeAge age;                       ///< Of a `hypercube_ask`.
};

DECLARE_EXTENDED_PHASE(hypercube_request);      ///< Forward, by the transmitter.
DECLARE_EXTENDED_PHASE(hypercube_packet);       ///< Forward.
DECLARE_EXTENDED_PHASE(hypercube_grant);        ///< Backward, by the receiver.
DECLARE_EXTENDED_PHASE(hypercube_head);         ///< Forward.
DECLARE_EXTENDED_PHASE(hypercube_tail);         ///< Backward.
DECLARE_EXTENDED_PHASE(hypercube_acknowledge);  ///< Backward.
DECLARE_EXTENDED_PHASE(hypercube_withdraw);     ///< Forward.
DECLARE_EXTENDED_PHASE(hypercube_ask);          ///< Forward.
DECLARE_EXTENDED_PHASE(hypercube_use);          ///< Backward.
DECLARE_EXTENDED_PHASE(hypercube_release);      ///< Forward.

/// Protocol types of the sockets.
struct HypercubeProtocol {
  using tlm_payload_type = HypercubePayload;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Calls of the transmitter.
class HypercubeForward
    : public virtual tlm::tlm_fw_nonblocking_transport_if<HypercubePayload, tlm::tlm_phase> {
 public:
  using protocol_types = HypercubeProtocol;
};

/// Calls of the receiver.
class HypercubeBackward
    : public virtual tlm::tlm_bw_nonblocking_transport_if<HypercubePayload, tlm::tlm_phase> {
 public:
  using protocol_types = HypercubeProtocol;
};

/// Transmitting side of one direction of a link; may stay unbound.
class HypercubeInitiatorSocket
    : public tlm::tlm_base_initiator_socket<1, HypercubeForward, HypercubeBackward, 1,
                                            sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit HypercubeInitiatorSocket(const char* name) : tlm_base_initiator_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(HypercubeProtocol); }
};

/// Receiving side of it.
class HypercubeTargetSocket
    : public tlm::tlm_base_target_socket<1, HypercubeForward, HypercubeBackward, 1,
                                         sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit HypercubeTargetSocket(const char* name) : tlm_base_target_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(HypercubeProtocol); }
};

/// Of link ends: sockets where anything else than another link end is bound.
using HypercubeOutput = LazyInitiator<HypercubeInitiatorSocket, HypercubeTargetSocket>;
using HypercubeInput = LazyTarget<HypercubeInitiatorSocket, HypercubeTargetSocket>;

}  // namespace weft
