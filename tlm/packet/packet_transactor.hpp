// Where a link has tokens at one end and packets at the other.
#pragma once

#include <cstdint>

#include <systemc>

#include "hw/common/packet_line.hpp"
#include "hw/common/packet_transfer.hpp"
#include "hw/common/ring.hpp"
#include "hw/dslink/link_core.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft {

/// Joins a DS-Link at `token` level to a port at `packet` level. To the DS-Link it is an end as any
/// other, with its start-up, credit and errors, and stands for the receiver and transmitter of the
/// component at `packet` level; the port behind it takes no time of its own.
///
/// Tokens to packets: a packet begins at the port as soon as its header is in (verified, one bit
/// after its end) and the far end has a free frame; the rest follows as it comes. Its end is told
/// when it is in, as a DS-Link tells the length of a packet by its end only. While there is no free
/// frame tokens stay in the input buffer and hold their credit. A packet that ends within its
/// header is dropped.
///
/// Packets to tokens: it has one frame. The first header byte goes out at the first token boundary
/// after the begin of the packet (NULs before it cost up to 8 bits), the other tokens at the pace
/// of the wire, or as they become known. Flow control tokens between them stretch the packet. The
/// frame is free when the end token has left.
///
/// A packet from the port has one header: of a random header in front of its own, which the checks
/// of a platform keep away, the own is lost.
///
/// Not exact: gaps within a packet are seen where tokens become packets and where packets become
/// tokens, without the delay of the routers between; at those the tail alone is late.
class PacketTransactor : public sc_core::sc_module,
                         private LinkClient,
                         private PacketClient,
                         private PacketBodyReader {
 public:
  /// `parameters` of the link, `seed` of its bit errors.
  PacketTransactor(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                   unsigned header_bytes, std::uint64_t seed, Wheel& wheel);

  token::DsLink link;  ///< The end of the DS-Link.
  PacketPort packets;

 private:
  // A packet in the input buffer of the DS-Link.
  struct Incoming {
    PacketTransfer packet;
    unsigned header_read = 0;
    unsigned held = 0;  // tokens that hold their credit
  };

  // LinkClient
  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override;
  Time next_token(unsigned port) const override;
  // PacketClient
  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void frame_free(unsigned port, Time now) override;
  // PacketBodyReader
  void grown(Time now) override;

  void read(Incoming& incoming, Token token, Time now);
  void pass_on(Time now);
  void give_credit(Incoming& incoming, Time now);
  void free_frame();

  unsigned header_bytes_;

  // Tokens to packets
  PacketBodyPool bodies_;
  Ring<Incoming> incoming_;  // the first may have begun at the port
  bool begun_ = false;
  bool packet_begins_ = true;  // with the next token

  // Packets to tokens
  PacketTransfer outgoing_;
  bool active_ = false;
  unsigned position_ = 0;
  Wheel* wheel_;
  WheelEntry free_;
};

}  // namespace weft
