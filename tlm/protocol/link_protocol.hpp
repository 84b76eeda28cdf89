// The TLM-2.0 protocol of a DS-Link: one non-blocking call a token.
#pragma once

#include <tlm>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"
#include "tlm/protocol/lazy_sockets.hpp"

namespace weft {

/// What goes along with a call. Each direction of a link has sockets of its own.
struct LinkPayload {
  Token token;
  bool first = false;  ///< It is the first token of a packet, and `tag` tells of which.
  /// First bit of the token, ps; with `link_stop` the last edge; with `token_in`, `line_error` and
  /// `receiver_on` the time of the call.
  Time begin = 0;
  Time bit_time = 0;                  ///< Of this token, ps.
  bool on_strobe = false;             ///< With `link_stop` and `line_low`: that edge was on S.
  int inverted_bit = -1;              ///< An injected error inverts this bit; -1 for none.
  LinkError error = LinkError::none;  ///< With `line_error`.
  PacketTag tag;
};

// Forward, by the transmitter, at the time of the call; the delay argument is always zero.
DECLARE_EXTENDED_PHASE(token_begin);  ///< A token begins.
DECLARE_EXTENDED_PHASE(idle_begin);   ///< NULs from here on, until the next `token_begin`.
DECLARE_EXTENDED_PHASE(idle_error);   ///< `inverted_bit` of the NUL that began at `begin` is wrong.
DECLARE_EXTENDED_PHASE(link_stop);    ///< Silence after the edge at `begin`.
DECLARE_EXTENDED_PHASE(line_low);     ///< The edge of a silent line that goes low, at `begin`.
// Forward, by a transactor that finds tokens on wires:
DECLARE_EXTENDED_PHASE(token_in);    ///< A token is in and verified.
DECLARE_EXTENDED_PHASE(line_error);  ///< `error` was found.
DECLARE_EXTENDED_PHASE(settled);     ///< Answer to `timer_due`, later at the same time.
// Backward, by the receiver:
DECLARE_EXTENDED_PHASE(receiver_on);  ///< It sees edges from now on and hunts for a NUL.
/// A timer of the receiver is due. A transactor, which may still find something on its wires at
/// this time, answers TLM_UPDATED and calls `settled` once all that has been told.
DECLARE_EXTENDED_PHASE(timer_due);

/// Protocol types of the sockets.
struct LinkProtocol {
  using tlm_payload_type = LinkPayload;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Calls of the transmitter.
class LinkForward
    : public virtual tlm::tlm_fw_nonblocking_transport_if<LinkPayload, tlm::tlm_phase> {
 public:
  using protocol_types = LinkProtocol;
};

/// Calls of the receiver.
class LinkBackward
    : public virtual tlm::tlm_bw_nonblocking_transport_if<LinkPayload, tlm::tlm_phase> {
 public:
  using protocol_types = LinkProtocol;
};

/// Transmitting side of one direction of a link; may stay unbound.
class LinkInitiatorSocket : public tlm::tlm_base_initiator_socket<1, LinkForward, LinkBackward, 1,
                                                                  sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit LinkInitiatorSocket(const char* name) : tlm_base_initiator_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(LinkProtocol); }
};

/// Receiving side of it.
class LinkTargetSocket : public tlm::tlm_base_target_socket<1, LinkForward, LinkBackward, 1,
                                                            sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit LinkTargetSocket(const char* name) : tlm_base_target_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(LinkProtocol); }
};

/// Of link ends: sockets where anything else than another link end is bound.
using LinkOutput = LazyInitiator<LinkInitiatorSocket, LinkTargetSocket>;
using LinkInput = LazyTarget<LinkInitiatorSocket, LinkTargetSocket>;

}  // namespace weft
