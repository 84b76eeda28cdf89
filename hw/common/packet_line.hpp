// Both sides of a link end of whole packets, at `packet` and `stream` level.
#pragma once

#include <cstdint>

#include "hw/common/packet_transfer.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// What such a link end serves: a router, a processor, a transactor. A receiver gives room by the
/// frame, for one packet of any length, or by the token: then a packet needs as many as it has
/// tokens, and one that is longer than all of the room, or of unknown length, needs all of it. Each
/// `now` is the time of the call.
class PacketClient {
 public:
  /// A packet comes in. Called at its begin, or later up to the time at which its header is in. It
  /// fills one frame.
  virtual void packet_begins(unsigned port, PacketTransfer&& packet, Time now) = 0;
  /// The end of a packet that began without one is known; not later than `end` itself.
  virtual void packet_ends(unsigned port, Time end, Time now) = 0;
  /// The packet that is coming in, whose end is known and was not yet, is cut: one end of the link
  /// was halted. For who can tell it from a whole one.
  virtual void packet_cut(unsigned /*port*/, Time /*now*/) {}
  /// From `when` on the answer of PacketLine::has_room may be another one: the far end has one more
  /// free frame or, if it counts those, free tokens; what else the link had to do is done; an end
  /// was halted or started. `when` is the time of the call, but for who hears ahead. A frame counts
  /// for packets that begin after it.
  virtual void frame_free(unsigned port, Time when) = 0;
  /// Who waits for room says so (PacketLine::set_blocked), and need not hear of any else. It can be
  /// told ahead then: `frame_free` is called with a time to come, from which on there will be room.
  virtual bool hears_ahead() const { return false; }

 protected:
  ~PacketClient() = default;
};

/// What carries the packets of a link end.
class PacketLine {
 public:
  /// A line that leads nowhere never is.
  virtual bool started() const { return true; }
  /// No packet is on its way out later than it was thought to be.
  virtual bool idle() const { return true; }
  /// The far end has room for a packet of so many tokens (PacketTransfer::tokens).
  virtual bool has_room(std::uint32_t tokens) const = 0;
  /// Tells that a packet whose turn it is has to wait for room from now on, or no longer has to.
  /// For who counts that, or tells ahead when there will be room.
  virtual void set_blocked(bool, Time) {}
  /// Begins a packet now, for which the far end has room. One without an `end` must be
  /// followed by `tell_end`, at that end or before. Its body may go along; the rest of it stays.
  virtual void send(PacketTransfer&& packet) = 0;
  /// Something will be sent soon: fetches from memory what that needs.
  virtual void prefetch_to_send() const {}
  virtual void tell_end(Time end) = 0;
  /// A frame of this end is free again.
  virtual void free_frame() = 0;
  /// So many tokens of room at this end are free again; the first call tells how many there are.
  virtual void free_room(std::uint32_t tokens) = 0;
  /// Of this end's transmitter, ps.
  virtual Time bit_time() const = 0;

 protected:
  ~PacketLine() = default;
};

}  // namespace weft
