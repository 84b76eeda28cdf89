#include "hw/hypercube/packet.hpp"

#include <algorithm>

namespace weft {

namespace {

constexpr unsigned node_bits = 14;
constexpr unsigned node_mask = (1u << node_bits) - 1;

}  // namespace

std::array<std::uint8_t, hypercube_packet_bytes> to_bytes(const HypercubePacket& packet) {
  const unsigned destination = packet.destination | (packet.first_step & 3u) << node_bits;
  const unsigned source = packet.source | (packet.first_step >> 2 & 3u) << node_bits;
  std::array<std::uint8_t, hypercube_packet_bytes> bytes{};
  bytes[0] = static_cast<std::uint8_t>(destination);
  bytes[1] = static_cast<std::uint8_t>(destination >> 8);
  bytes[2] = static_cast<std::uint8_t>(source);
  bytes[3] = static_cast<std::uint8_t>(source >> 8);
  std::copy(packet.data.begin(), packet.data.end(), bytes.begin() + hypercube_packet_header_bytes);
  return bytes;
}

HypercubePacket packet_of(const std::array<std::uint8_t, hypercube_packet_bytes>& bytes) {
  const unsigned destination = bytes[0] | unsigned{bytes[1]} << 8;
  const unsigned source = bytes[2] | unsigned{bytes[3]} << 8;
  HypercubePacket packet;
  packet.destination = static_cast<std::uint16_t>(destination & node_mask);
  packet.source = static_cast<std::uint16_t>(source & node_mask);
  packet.first_step =
      static_cast<std::uint8_t>(destination >> node_bits | (source >> node_bits) << 2);
  std::copy(bytes.begin() + hypercube_packet_header_bytes, bytes.end(), packet.data.begin());
  return packet;
}

}  // namespace weft
