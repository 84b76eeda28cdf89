// Where the packets of chips of one clock stand.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "hw/hypercube/packet.hpp"

namespace weft {

/// Packets that are in chips, by numbers. A packet stays in its place from when it enters the first
/// of the chips that share a store until it leaves the last one: only its number goes from port to
/// port.
class HypercubePacketStore {
 public:
  explicit HypercubePacketStore(std::pmr::memory_resource& memory)
      : packets_(&memory), free_(&memory) {}

  /// Gives its number.
  std::uint32_t put(const HypercubePacket& packet);
  HypercubePacket& operator[](std::uint32_t number) { return packets_[number]; }
  /// It is there no more, and its number may be that of another one.
  void remove(std::uint32_t number) { free_.push_back(number); }
  /// Brings it into the processor's caches.
  void fetch(std::uint32_t number) const { __builtin_prefetch(&packets_[number]); }

 private:
  std::pmr::vector<HypercubePacket> packets_;
  std::pmr::vector<std::uint32_t> free_;  // the last one that was given back first
};

}  // namespace weft
