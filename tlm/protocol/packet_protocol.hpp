// The TLM-2.0 protocol of a link at `packet` level: one non-blocking call a packet and hop.
//
// Each direction has sockets of its own. The transmitter may begin a packet when the receiver has a
// free frame, room for one whole packet; it counts them, the packets that it began against the
// calls of `frame_free`, of which the receiver makes one for each of its frames before the start.
// This is flow control by packets, the "packet-passing" model of thesis 3.5.4. A receiver that
// counts tokens instead of frames calls `room_free`: at first with all the room that it has, later
// with the tokens of each packet that has left; a packet needs as many as it has tokens.
//
//   transmitter                                            receiver
//       |<------------------ frame_free ----------------------|   a frame is free
//       |                                                     |
//   begin ------------------ packet_begin ------------------->|   the first bit of the header
//       |                                                  header_in: what cuts through may decide
//   (only if `end` was not known at the begin:)               |
//       |------------------- packet_end --------------------->|   `end` is known, here or before
//   end |                                                  the tail is in
//       |<------------------ frame_free ----------------------|   the packet has left the frame
//
// A packet takes 10 bits a header or data byte and 4 bits for its end. Who has all of a packet
// tells its end at the begin. Who passes on the head of a packet before its tail has come cannot:
// a DS-Link tells the length of a packet only by its end. Links at this level have no start-up, no
// NULs, no flow control tokens and no bit errors. A time-code is one call, when it is verified at
// the receiver.
//
// An end that is halted takes all of its room back and cuts the packet that it transmits; the other
// end cuts the one that it transmits. A packet whose end is not known yet goes on whole. What was
// halted gives room again when it was started.
#pragma once

#include <tlm>

#include "hw/common/packet_transfer.hpp"
#include "tlm/protocol/lazy_sockets.hpp"

namespace weft {

// Forward, by the transmitter; the delay argument is always zero.
/// At `begin` of the payload, or later up to `header_in()` by a transactor.
DECLARE_EXTENDED_PHASE(packet_begin);
/// The `end` of the packet that began last; the call is not later than that time.
DECLARE_EXTENDED_PHASE(packet_end);
/// Of the packet that began last, whose `end` was told and is still to come, no more comes.
DECLARE_EXTENDED_PHASE(packet_cut);
/// A time-code is there; the time that it carries is the `header` of the payload, no more counts.
DECLARE_EXTENDED_PHASE(time_code_in);
// Backward, by the receiver:
DECLARE_EXTENDED_PHASE(frame_free);   ///< One more frame is free; the payload does not count.
DECLARE_EXTENDED_PHASE(room_free);    ///< As many tokens as the `header` says are free.
DECLARE_EXTENDED_PHASE(end_halted);   ///< This end was halted, and has no room any more.
DECLARE_EXTENDED_PHASE(end_started);  ///< It was started again.

/// Protocol types of the sockets.
struct PacketProtocol {
  using tlm_payload_type = PacketTransfer;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Calls of the transmitter.
class PacketForward
    : public virtual tlm::tlm_fw_nonblocking_transport_if<PacketTransfer, tlm::tlm_phase> {
 public:
  using protocol_types = PacketProtocol;
};

/// Calls of the receiver.
class PacketBackward
    : public virtual tlm::tlm_bw_nonblocking_transport_if<PacketTransfer, tlm::tlm_phase> {
 public:
  using protocol_types = PacketProtocol;
};

/// Transmitting side of one direction of a link; may stay unbound.
class PacketInitiatorSocket
    : public tlm::tlm_base_initiator_socket<1, PacketForward, PacketBackward, 1,
                                            sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit PacketInitiatorSocket(const char* name) : tlm_base_initiator_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(PacketProtocol); }
};

/// Receiving side of it.
class PacketTargetSocket : public tlm::tlm_base_target_socket<1, PacketForward, PacketBackward, 1,
                                                              sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit PacketTargetSocket(const char* name) : tlm_base_target_socket(name) {}
  sc_core::sc_type_index get_protocol_types() const override { return typeid(PacketProtocol); }
};

/// Of link ends: sockets where anything else than another link end is bound.
using PacketOutput = LazyInitiator<PacketInitiatorSocket, PacketTargetSocket>;
using PacketInput = LazyTarget<PacketInitiatorSocket, PacketTargetSocket>;

}  // namespace weft
