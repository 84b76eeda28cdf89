// The packet buffers of an output port.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hw/common/near_list.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// A packet, wherever it stands, with what its way depends on.
struct HypercubePacketPlace {
  std::uint32_t number = 0;  ///< In a HypercubePacketStore.
  std::uint16_t destination = 0;
  bool to_all = false;  ///< A broadcast.
};

/// A packet in a buffer of an output port.
struct HypercubeHeldPacket {
  HypercubeHeldPacket() = default;
  HypercubeHeldPacket(Time asks_from, const HypercubePacketPlace& place, unsigned needs,
                      unsigned from, bool is_contrary)
      : asks(asks_from),
        number(place.number),
        destination(place.destination),
        next(static_cast<std::uint8_t>(needs & 15U)),
        input(static_cast<std::uint8_t>(from & 15U)),
        to_all(place.to_all),
        contrary(is_contrary) {}

  HypercubePacketPlace place() const { return {number, destination, to_all}; }

  Time asks = 0;  ///< From when on it can be asked for room at the neighbour.
  std::uint32_t number = 0;
  std::uint16_t destination = 0;
  std::uint8_t next : 4 = 0;   ///< What it needs there, as in HypercubeRequest.
  std::uint8_t input : 4 = 0;  ///< The link by which it came; `degree` for the node's memory.
  bool to_all : 1 = false;
  bool contrary : 1 = false;  ///< Its first step, taken here, is not that of the fixed route.
};

/// The buffers of one output port (section 5.3). A buffer is taken by the reservation of a packet
/// that will come in, or by one from the node's memory, and free once that packet's tail has left.
/// What has left is counted as used until `settle` is told the time.
///
/// Packets that need the same port at the neighbour leave in the order in which they came, and so
/// those of one message do; others may pass them. A strict order of the whole port would not do: a
/// contrary packet at its head would hold back all others, and with them the argument of
/// section 5.2.
class HypercubePortBuffers {
 public:
  explicit HypercubePortBuffers(unsigned buffers)
      : free_(static_cast<std::uint16_t>(buffers)), buffers_(static_cast<std::uint16_t>(buffers)) {}

  /// Buffers that are not free, and those of contrary packets among them.
  struct Taken {
    unsigned all = 0;
    unsigned contrary = 0;
  };

  bool has_room() const { return free_ != 0; }
  /// Packets held, coming in and leaving.
  unsigned used() const { return buffers_ - free_; }
  /// Contrary ones among them.
  unsigned contrary() const { return contrary_; }
  /// Both at `now`, for who looks on: without what left before it and is counted as used still.
  Taken taken(Time now) const;
  /// The contrary-packet rule of section 5.2: one buffer at least is free or holds a packet that is
  /// not contrary.
  bool may_hold_one_more_contrary() const { return contrary_ + 1U < buffers_; }
  std::uint32_t held() const { return held_.size(); }
  /// Fetches from memory the first that are held, if they are few;
  void fetch() const { held_.fetch(); }
  /// those that are looked at next, however many there are. All else should be in the caches.
  void fetch_next() const {
    held_.fetch(0);
    held_.fetch(ready_);
  }
  /// None is held or coming in.
  bool empty() const { return used() == leaving_; }

  /// Takes a buffer; there must be room.
  void reserve() { --free_; }
  /// Puts a packet into a buffer that was reserved for it.
  void put(const HypercubeHeldPacket& held);
  /// The number of the packet held that came by `input` and can ask at `asks`; none if it has been
  /// taken.
  std::optional<std::uint32_t> find(unsigned input, Time asks) const;
  /// Ports at the neighbour that packets need which can ask at a time, not before that of the last
  /// call.
  StepSet wanted(Time at) {
    while (ready_ < held_.size() && held_[ready_].asks <= at) {
      wanted_ = static_cast<std::uint16_t>(wanted_ | step_bit(held_[ready_++].next));
    }
    return wanted_;
  }
  /// That of the first one. Some packet must be held.
  unsigned wanted_first() const { return held_.front().next; }
  /// From when on a packet that needs a port outside `known` can ask; `never` if there is none.
  Time asks_beyond(StepSet known) const {
    for (std::uint32_t i = (wanted_ & ~known) == 0 ? ready_ : 0; i < held_.size(); ++i) {
      if (!has_step(known, held_[i].next)) return held_[i].asks;
    }
    return never;
  }
  /// At `now` the first packet that needs this port at the neighbour leaves; its tail has left at
  /// `tail`, which may be ahead by more than that of the one before it.
  HypercubePacketPlace take(unsigned next, Time tail, Time now);
  /// When the tail of the packet that was taken last has left.
  Time last_tail() const { return last_tail_; }

  /// Frees the buffers of packets whose tail left before `now`.
  void settle(Time now) {
    while (next_tail_ < now) free_first();
  }
  /// When the tail of the next packet that leaves has left; `never` if none does.
  Time next_tail() const { return next_tail_; }
  /// That packet is contrary.
  bool contrary_leaves() const { return (contrary_leaving_ & 1) != 0; }

 private:
  void free_first();
  void forget(std::uint32_t behind, unsigned next);

  // One packet at most begins before the tail of the one before it has left, so that two leave.
  Time next_tail_ = never;
  Time last_tail_ = 0;
  std::uint8_t leaving_ = 0;
  std::uint8_t contrary_leaving_ = 0;  // bit 0: the first of them is, bit 1: the other one
  std::uint16_t free_;
  std::uint16_t buffers_;
  std::uint16_t contrary_ = 0;
  std::uint16_t wanted_ = 0;               // by those that can ask
  std::uint16_t ready_ = 0;                // the first so many of those held can
  NearList<HypercubeHeldPacket, 4> held_;  // in the order in which they can ask, then by input
};

}  // namespace weft
