// A packet of a hypercube, as it stands in buffers and on links.
#pragma once

#include <array>
#include <cstdint>

namespace weft {

inline constexpr unsigned hypercube_packet_bytes = 20;
inline constexpr unsigned hypercube_packet_header_bytes = 4;
inline constexpr unsigned hypercube_packet_data_bytes = 16;

/// Tags of packets that go to several nodes (section 2.1). They stand where the first step does,
/// which is below them.
inline constexpr std::uint8_t hypercube_neighbours_tag = 14;  ///< To near neighbours.
inline constexpr std::uint8_t hypercube_broadcast_tag = 15;   ///< To all nodes.

using HypercubePacketData = std::array<std::uint8_t, hypercube_packet_data_bytes>;

/// Section 5.3: a header of two bytes each for destination and source, and 16 bytes of data. Node
/// numbers have up to 14 bits; the two spare bits of both hold `first_step`. A packet to all nodes
/// has the destination 0, which does not count.
struct HypercubePacket {
  std::uint16_t destination = 0;
  std::uint16_t source = 0;
  std::uint8_t first_step = 0;  ///< With HypercubePairOrder::tagged, else 0; or a tag.
  HypercubePacketData data{};

  bool operator==(const HypercubePacket&) const = default;
};

/// As it goes over a link: destination, source, both with the lower byte first, then data. Of the
/// first step the lower two bits stand in the destination's spare bits, the upper two in the
/// source's.
std::array<std::uint8_t, hypercube_packet_bytes> to_bytes(const HypercubePacket& packet);
HypercubePacket packet_of(const std::array<std::uint8_t, hypercube_packet_bytes>& bytes);

}  // namespace weft
