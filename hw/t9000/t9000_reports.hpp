// What a T9000 reports to observers.
#pragma once

#include "hw/common/observer_port.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// A packet waits for a link, data or acknowledgement.
struct PacketQueued {
  PacketTag tag;
  Time time = 0;  ///< ps
};

/// The last packet of a message has been acknowledged.
struct MessageSent {
  unsigned channel = 0;
  unsigned bytes = 0;
  Time time = 0;  ///< ps
};

/// A packet came in, data or acknowledgement.
struct PacketArrival {
  PacketTag tag;
  unsigned bytes = 0;  ///< Of data.
  Time time = 0;       ///< At which its end token was taken up, ps.
};

/// A message came in to its end.
struct MessageArrival {
  ReceivedMessage message;
  Time time = 0;  ///< ps
};

/// The analysis ports of a T9000, the same at all levels.
class T9000Reports final : private T9000Observer {
 public:
  explicit T9000Reports(T9000Core& core) { core.observe(*this); }
  T9000Reports(const T9000Reports&) = delete;
  T9000Reports& operator=(const T9000Reports&) = delete;

  ObserverPort<PacketQueued> queued;
  ObserverPort<MessageSent> sent;
  ObserverPort<PacketArrival> packets;
  ObserverPort<MessageArrival> messages;

 private:
  void packet_queued(const PacketTag& tag, Time now) override {
    if (queued.bound()) queued.write({tag, now});
  }
  void message_sent(unsigned channel, unsigned bytes, Time now) override {
    if (sent.bound()) sent.write({channel, bytes, now});
  }
  void packet_in(const PacketTag& tag, unsigned bytes, Time end) override {
    if (packets.bound()) packets.write({tag, bytes, end});
  }
  void message_in(const ReceivedMessage& message, Time now) override {
    if (messages.bound()) messages.write({message, now});
  }
};

}  // namespace weft
