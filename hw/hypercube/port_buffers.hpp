// The packet buffers of an output port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/packet_store.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// A packet in a buffer of an output port; its bytes are in the store of the chip.
struct HypercubeHeldPacket {
  Time asks = 0;  ///< From when on it can be asked for room at the neighbour.
  HypercubePacketStore::Place packet = 0;
  std::uint8_t next = 0;   ///< What it needs there, as in HypercubeRequest.
  std::uint8_t input = 0;  ///< The link by which it came; `degree` for the node's memory.
  bool contrary = false;   ///< Its first step, which it takes here, is not that of the fixed route.
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
  std::size_t held() const { return held_.size(); }
  /// Fetches from memory the first that is held.
  void fetch() const {
    if (!held_.empty()) __builtin_prefetch(&held_.front());
  }
  /// None is held or coming in.
  bool empty() const { return used() == leaving(); }

  /// Takes a buffer; there must be room.
  void reserve() { --free_; }
  /// Puts a packet into a buffer that was reserved for it.
  void put(const HypercubeHeldPacket& held);
  /// The packet held that came by `input` and can ask at `asks`: where it is in the store. None if
  /// it has been taken.
  std::optional<HypercubePacketStore::Place> find(unsigned input, Time asks) const;
  /// Ports at the neighbour that packets need which can ask at a time, not before that of the last
  /// call.
  StepSet wanted(Time at) {
    while (ready_ < held_.size() && held_[ready_].asks <= at) {
      wanted_ |= step_bit(held_[ready_++].next);
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
  /// The first packet that needs this port at the neighbour leaves; its tail has left at `tail`.
  /// Gives where it is in the store.
  HypercubePacketStore::Place take(unsigned next, Time tail);

  /// Frees the buffers of packets whose tail left before `now`.
  void settle(Time now) {
    while (tail_ < now) free_first();
  }
  /// When the tail of the next packet that leaves has left; `never` if none does.
  Time next_tail() const { return tail_; }
  /// That packet is contrary.
  bool contrary_leaves() const { return contrary_leaves_; }

 private:
  struct Leaving {
    Time tail = 0;
    bool contrary = false;
  };

  unsigned leaving() const { return tail_ == never ? 0 : 1 + later_.size(); }
  void free_first();
  void forget(std::uint32_t behind, unsigned next);

  Ring<HypercubeHeldPacket> held_;  // in the order in which they can ask, then by input
  std::uint32_t ready_ = 0;         // the first so many of them can
  StepSet wanted_ = 0;              // by these
  Time tail_ = never;               // of the first that leaves
  bool contrary_leaves_ = false;
  std::uint16_t free_;
  std::uint16_t buffers_;
  std::uint16_t contrary_ = 0;
  Ring<Leaving> later_;  // those that leave behind it: as a rule none
};

}  // namespace weft
