// Packets and messages of the virtual channels.
#pragma once

#include <cstdint>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// A packet that a virtual channel processor transmits: header, data bytes, EOP or EOM.
struct Packet {
  PacketTag tag;
  std::uint32_t header = 0;
  unsigned bytes = 0;
  std::uint8_t first_byte = 0;  ///< Of the data, of which each byte is one more than that before.
  bool last = false;            ///< Ends its message (EOM); an acknowledgement ends with EOP.
  unsigned channel = 0;         ///< Virtual channel of the sender.
};

/// A message to be sent; lives with whoever sends it until `sent` is called.
class SendRequest {
 public:
  /// Its last packet has been acknowledged.
  virtual void sent(Time now) = 0;

  unsigned bytes = 0;           ///< Length of the message; 0 is legal.
  SendRequest* next = nullptr;  ///< Queue of the virtual channel.

 protected:
  ~SendRequest() = default;
};

/// A message that came in.
struct ReceivedMessage {
  unsigned channel = 0;
  unsigned bytes = 0;
  /// OutOfBand::injected of its first packet; `never`: not known.
  Time injected = never;
};

/// A receiver that waits for a message.
class ReceiveRequest {
 public:
  virtual void received(const ReceivedMessage& message, Time now) = 0;

 protected:
  ~ReceiveRequest() = default;
};

}  // namespace weft
