#include "hw/hypercube/packet_messages.hpp"

#include <limits>
#include <stdexcept>

namespace weft {

void HypercubePacketMessages::send(unsigned destination, std::uint16_t type,
                                   std::vector<std::uint8_t> bytes, Time now) {
  if (bytes.empty() || bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("a message has 1 to 2^32 - 1 bytes");
  }
  const std::uint32_t packets = hypercube_packets(static_cast<std::uint32_t>(bytes.size()));
  const std::uint64_t number = counters_.sent;
  chip_.send({destination, packets, number}, now);
  outgoing_.emplace(number, Outgoing{destination, type, std::move(bytes), packets, now});
  ++counters_.sent;
}

HypercubePacketData HypercubePacketMessages::packet_data(std::uint64_t message, std::uint32_t index,
                                                         Time now) {
  const auto place = outgoing_.find(message);
  const Outgoing& outgoing = place->second;
  const HypercubePacketData data = hypercube_packet_data(outgoing.bytes, outgoing.type, index);
  if (index == 0 && client_ != nullptr) {
    client_->leaves({outgoing.destination, outgoing.type, outgoing.queued, now});
  }
  if (index + 1 == outgoing.packets) outgoing_.erase(place);
  return data;
}

void HypercubePacketMessages::arrived(const HypercubePacket& packet, unsigned, Time now) {
  const HypercubePiece piece = arrivals_.receive(packet);
  const auto place = incoming_.try_emplace({piece.source, piece.first_step}).first;
  HypercubeArrival& message = place->second;
  if (piece.first()) {
    message.source = piece.source;
    message.type = piece.type;
    message.bytes.reserve(piece.length);
    message.first = now;
  }
  const auto from = packet.data.begin() + piece.from;
  message.bytes.insert(message.bytes.end(), from, from + piece.bytes);
  if (!piece.last()) return;
  message.last = now;
  ++counters_.received;
  const HypercubeArrival whole = std::move(message);
  incoming_.erase(place);
  if (client_ != nullptr) client_->received(whole);
}

}  // namespace weft
