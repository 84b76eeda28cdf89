#include "hw/hypercube/packet_store.hpp"

namespace weft {

std::uint32_t HypercubePacketStore::put(const HypercubePacket& packet) {
  if (free_.empty()) {
    packets_.push_back(packet);
    free_.reserve(packets_.capacity());
    return static_cast<std::uint32_t>(packets_.size() - 1);
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  packets_[number] = packet;
  return number;
}

}  // namespace weft
