// The memory of a node of a hypercube, for tests: what it sends, and what has come.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "hw/hypercube/message_packets.hpp"
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

/// Of a message, of which the first packet has less.
constexpr unsigned bytes_of_packets(unsigned packets) { return 10 + 16 * (packets - 1); }
inline constexpr unsigned one_packet = bytes_of_packets(1);

/// A message that has arrived.
struct CubeArrival {
  unsigned source = 0;
  unsigned destination = 0;
  std::uint16_t type = 0;
  std::vector<std::uint8_t> bytes;
  Time first = 0;  ///< The tail of its first packet.
  Time last = 0;
  unsigned port = 0;  ///< By which its last packet came.

  bool operator==(const CubeArrival&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const CubeArrival& arrival) {
  return out << arrival.source << "->" << arrival.destination << " type " << arrival.type << ": "
             << arrival.bytes.size() << " bytes by " << arrival.port << ", " << arrival.first
             << ".." << arrival.last;
}

/// Bytes of which each differs from its neighbours, and from those of other types.
inline std::vector<std::uint8_t> cube_bytes(unsigned count, std::uint16_t type) {
  std::vector<std::uint8_t> bytes(count);
  for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + type);
  return bytes;
}

class CubeMemory final : public HypercubeNode {
 public:
  explicit CubeMemory(unsigned node) : node_(node) {}

  /// Keeps the message, and gives it to the chip.
  void send(HypercubeChipCore& chip, unsigned to, std::vector<std::uint8_t> bytes,
            std::uint16_t type, Time now) {
    const auto packets = hypercube_packets(static_cast<std::uint32_t>(bytes.size()));
    sent_.push_back({std::move(bytes), type});
    chip.send({to, packets, sent_.size() - 1}, now);
  }
  /// Messages that are complete, in the order in which they were.
  const std::vector<CubeArrival>& here() const { return here_; }

  HypercubePacketData packet_data(std::uint64_t message, std::uint32_t index, Time) override {
    return hypercube_packet_data(sent_[message].bytes, sent_[message].type, index);
  }
  void arrived(const HypercubePacket& packet, unsigned port, Time now) override {
    const HypercubePiece piece = arrivals_.receive(packet);
    CubeArrival& message = open_[{piece.source, piece.first_step}];
    if (piece.first()) message = {piece.source, node_, piece.type, {}, now, 0, 0};
    message.bytes.insert(message.bytes.end(), packet.data.begin() + piece.from,
                         packet.data.begin() + piece.from + piece.bytes);
    message.last = now;
    message.port = port;
    if (piece.last()) here_.push_back(message);
  }

 private:
  struct Outgoing {
    std::vector<std::uint8_t> bytes;
    std::uint16_t type = 0;
  };

  unsigned node_;
  std::vector<Outgoing> sent_;
  HypercubeArrivals arrivals_;
  std::map<std::pair<unsigned, unsigned>, CubeArrival> open_;
  std::vector<CubeArrival> here_;
};

}  // namespace weft
