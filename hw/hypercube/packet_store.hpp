// The packets that a chip holds.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/hypercube/packet.hpp"

namespace weft {

/// Packets by their places. A place is used again as soon as it is free, the last one first, so
/// that few of them stay in the processor's caches; memory is taken only for as many packets as
/// were ever held at once.
class HypercubePacketStore {
 public:
  using Place = std::uint32_t;

  Place put(const HypercubePacket& packet) {
    if (free_.empty()) return grow(packet);
    const Place place = free_.back();
    free_.pop_back();
    packets_[place].packet = packet;
    return place;
  }
  /// Stays where it is until the next `put`.
  const HypercubePacket& operator[](Place place) const { return packets_[place].packet; }
  /// The data of one that was put when its header alone was known.
  void complete(Place place, const HypercubePacketData& data) {
    packets_[place].packet.data = data;
  }
  void free(Place place) { free_.push_back(place); }

 private:
  // Of two in a line of the cache none lies in two.
  struct alignas(32) Entry {
    HypercubePacket packet;
  };

  Place grow(const HypercubePacket& packet) {
    packets_.push_back({packet});
    if (free_.capacity() < packets_.capacity()) free_.reserve(packets_.capacity());
    return static_cast<Place>(packets_.size() - 1);
  }

  std::vector<Entry> packets_;
  std::vector<Place> free_;
};

}  // namespace weft
