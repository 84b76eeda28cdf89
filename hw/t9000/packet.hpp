// Packets and messages of the virtual channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/t9000/message_body.hpp"

namespace weft {

/// A packet that a virtual channel processor transmits: header, data bytes, EOP or EOM.
struct Packet {
  PacketTag tag;
  std::uint32_t header = 0;
  unsigned channel = 0;     ///< Virtual channel of the sender.
  MessageBody body;         ///< Of its message.
  std::uint32_t first = 0;  ///< Byte of the body that its data begin with.
  /// Without a body: the first of its data bytes, which count up.
  std::uint8_t first_byte = 0;

  std::uint32_t bytes() const { return tag.protocol.bytes; }
  /// EOM at the end of a message; an acknowledgement ends with EOP.
  Token end() const { return tag.protocol.last ? eom_token : eop_token; }
  /// Of the body; there is one.
  std::span<const std::byte> data() const { return body.bytes().subspan(first, bytes()); }
  std::uint8_t operator[](std::uint32_t i) const {
    return body ? std::to_integer<std::uint8_t>(body[first + i])
                : static_cast<std::uint8_t>(first_byte + i);
  }
};

/// A message to be sent; lives with whoever sends it until `sent` is called.
class SendRequest {
 public:
  /// Its last packet has been acknowledged.
  virtual void sent(Time now) = 0;

  Time created = 0;             ///< ps; set by T9000Core::send.
  unsigned bytes = 0;           ///< Length of the message; 0 is legal.
  MessageBody body;             ///< Of that many bytes, or none.
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
  /// None if it was sent without, as a length.
  MessageBody body = {};

  /// The bytes that stood on the wires.
  std::span<const std::byte> content() const { return body.bytes(); }
  /// The values that were sent. Throws std::runtime_error if it is no whole number of them.
  template <class Value>
  std::vector<Value> as() const {
    return values_of<Value>(content());
  }
};

/// A receiver that waits for a message.
class ReceiveRequest {
 public:
  virtual void received(const ReceivedMessage& message, Time now) = 0;

 protected:
  ~ReceiveRequest() = default;
};

}  // namespace weft
