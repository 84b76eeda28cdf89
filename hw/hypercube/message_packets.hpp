// How messages are cut into packets, and found again among those that arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/hypercube/packet.hpp"

namespace weft {

/// Section 5.3: the first packet tells length (4 bytes) and type (2 bytes), and has 10 bytes of
/// data.
inline constexpr unsigned hypercube_first_packet_data_bytes = 10;

/// Packets of a message of this many bytes, 1 or more. The last one is padded to 20 bytes.
constexpr std::uint32_t hypercube_packets(std::uint32_t bytes) {
  constexpr std::uint32_t first = hypercube_first_packet_data_bytes;
  constexpr std::uint32_t other = hypercube_packet_data_bytes;
  if (bytes <= first) return 1;
  const std::uint32_t rest = bytes - first;
  return 1 + rest / other + (rest % other != 0 ? 1 : 0);
}

/// Which bytes of a message a packet carries.
struct HypercubePart {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

/// Those of packet `index`, which is below hypercube_packets(length).
HypercubePart hypercube_part(std::uint32_t length, std::uint32_t index);

/// What packet `index` of a message of that length carries, whose part of it is `part`.
HypercubePacketData hypercube_packet_data(std::uint32_t length, std::uint16_t type,
                                          std::uint32_t index, std::span<const std::uint8_t> part);
/// What packet `index` of a message carries; `index` is below hypercube_packets(message.size()).
HypercubePacketData hypercube_packet_data(std::span<const std::uint8_t> message, std::uint16_t type,
                                          std::uint32_t index);

/// Which bytes of which message a packet brought.
struct HypercubePiece {
  std::uint16_t source = 0;
  std::uint8_t first_step = 0;  ///< As in the header.
  std::uint16_t type = 0;
  std::uint32_t length = 0;  ///< Of the message, bytes.
  std::uint32_t offset = 0;  ///< Of these bytes in it.
  std::uint32_t bytes = 0;   ///< That this packet brought.
  unsigned from = 0;         ///< Where they begin in the packet's data.

  /// It is of the messages of that source and first step.
  bool follows(std::uint16_t its_source, std::uint8_t its_first_step) const {
    return source == its_source && first_step == its_first_step;
  }
  bool first() const { return offset == 0; }
  bool last() const { return offset + bytes == length; }
};

/// Follows the messages that arrive at a node. Packets of one source and one first step come in the
/// order in which they left, one message after the other; so for each such pair it keeps how much
/// of its message is there. That is all there is to go by: no packet tells its message, and the one
/// that begins a message does not say that it does. With HypercubePairOrder::none two messages of
/// one source are therefore taken for one, and what stands in either for the length of a third.
class HypercubeArrivals {
 public:
  /// The message of a packet that has arrived, and its place in it.
  HypercubePiece receive(const HypercubePacket& packet);
  /// Brings into the processor's caches what `receive` looks at.
  void fetch() const { __builtin_prefetch(open_.data()); }
  /// Messages that have begun to arrive and are not complete.
  std::size_t begun() const { return open_.size(); }

 private:
  std::vector<HypercubePiece> open_;  // their last pieces, in no order: they are few
};

}  // namespace weft
