// The packet buffers of an output port.
#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// A packet in a buffer of an output port.
struct HypercubeHeldPacket {
  HypercubePacket packet;
  unsigned next = 0;  ///< The port at the neighbour whose buffer it needs; `degree` for its memory.
  bool contrary = false;  ///< Its first step, which it takes here, is not that of the fixed route.
  unsigned input = 0;     ///< The link by which it came; `degree` for the node's memory.
  Time asks = 0;          ///< From when on it can be asked for room at the neighbour.
};

/// The buffers of one output port (section 5.3). A buffer is taken by the reservation of a packet
/// that will come in, or by one from the node's memory, and free once that packet's tail has left.
///
/// Packets that need the same port at the neighbour leave in the order in which they came, and so
/// those of one message do; others may pass them. A strict order of the whole port would not do: a
/// contrary packet at its head would hold back all others, and with them the argument of
/// section 5.2.
class HypercubePortBuffers {
 public:
  explicit HypercubePortBuffers(unsigned buffers) : free_(buffers), buffers_(buffers) {}

  bool has_room() const { return free_ != 0; }
  /// Packets held, coming in and leaving.
  unsigned used() const { return buffers_ - free_; }
  /// Contrary ones among them.
  unsigned contrary() const { return contrary_; }
  /// The contrary-packet rule of section 5.2: one buffer at least is free or holds a packet that is
  /// not contrary.
  bool may_hold_one_more_contrary() const { return contrary_ + 1 < buffers_; }

  /// Takes a buffer; there must be room.
  void reserve() { --free_; }
  /// Puts a packet into a buffer that was reserved for it.
  void put(const HypercubeHeldPacket& held);
  /// The packet that came by `input` and can ask at `asks` is whole; it was put when its header was
  /// known. False if it has been taken.
  bool complete(const HypercubePacket& packet, unsigned input, Time asks);
  /// Ports at the neighbour that packets need which can ask at a time.
  StepSet wanted(Time at) const;
  /// That of the first one. Some packet must be held.
  unsigned wanted_first() const { return held_.front().next; }
  /// From when on a packet that needs a port outside `known` can ask; `never` if there is none.
  Time asks_beyond(StepSet known) const;
  /// The first packet that needs this port at the neighbour leaves; its tail has left at `tail`.
  HypercubePacket take(unsigned next, Time tail);
  std::size_t held() const { return held_.size(); }

  /// Frees the buffers of packets whose tail left before `now`.
  void settle(Time now);
  /// When the tail of the next packet that leaves has left; `never` if none does.
  Time next_tail() const { return leaving_.empty() ? never : leaving_.front().tail; }

 private:
  struct Leaving {
    Time tail = 0;
    bool contrary = false;
  };

  unsigned free_;
  unsigned buffers_;
  unsigned contrary_ = 0;
  std::vector<HypercubeHeldPacket> held_;  // in the order in which they can ask, then by input
  Ring<Leaving> leaving_;
};

}  // namespace weft
