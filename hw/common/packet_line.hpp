// Both sides of a link end at `packet` level.
#pragma once

#include "hw/common/packet_transfer.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// What a link end at `packet` level serves: a router, a processor, a transactor. A frame is room
/// for one packet of any length. Times are those of the call.
class PacketClient {
 public:
  /// A packet comes in. Called at its begin, or later up to the time at which its header is in. It
  /// fills one frame.
  virtual void packet_begins(unsigned port, const PacketTransfer& packet, Time now) = 0;
  /// The end of a packet that began without one is known; not later than `end` itself.
  virtual void packet_ends(unsigned port, Time end, Time now) = 0;
  /// The far end has one more free frame. Counts for packets that begin after now.
  virtual void frame_free(unsigned port, Time now) = 0;

 protected:
  ~PacketClient() = default;
};

/// What carries the packets of a link end.
class PacketLine {
 public:
  /// Begins a packet now, for which the far end has a free frame. One without an `end` must be
  /// followed by `tell_end`, at that end or before.
  virtual void send(const PacketTransfer& packet) = 0;
  virtual void tell_end(Time end) = 0;
  /// A frame of this end is free again.
  virtual void free_frame() = 0;
  /// Of this end's transmitter, ps.
  virtual Time bit_time() const = 0;

 protected:
  ~PacketLine() = default;
};

}  // namespace weft
