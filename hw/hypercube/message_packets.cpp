#include "hw/hypercube/message_packets.hpp"

#include <algorithm>

namespace weft {

namespace {

constexpr unsigned length_bytes = 4;
constexpr unsigned type_bytes = 2;
constexpr unsigned first_data = length_bytes + type_bytes;

// The lower byte first.
void write_number(std::uint32_t number, std::uint8_t* to, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) to[i] = static_cast<std::uint8_t>(number >> 8 * i);
}

std::uint32_t read_number(const std::uint8_t* from, unsigned bytes) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) number |= std::uint32_t{from[i]} << 8 * i;
  return number;
}

}  // namespace

HypercubePacketData hypercube_packet_data(std::span<const std::uint8_t> message, std::uint16_t type,
                                          std::uint32_t index) {
  HypercubePacketData data{};
  std::size_t offset = 0;
  unsigned to = 0;
  if (index == 0) {
    write_number(static_cast<std::uint32_t>(message.size()), data.data(), length_bytes);
    write_number(type, data.data() + length_bytes, type_bytes);
    to = first_data;
  } else {
    offset =
        hypercube_first_packet_data_bytes + std::size_t{index - 1} * hypercube_packet_data_bytes;
  }
  const auto bytes = message.subspan(offset);
  std::copy_n(bytes.begin(), std::min<std::size_t>(bytes.size(), data.size() - to),
              data.begin() + to);
  return data;
}

HypercubePiece HypercubeArrivals::receive(const HypercubePacket& packet) {
  const auto place =
      std::find_if(open_.begin(), open_.end(), [&packet](const HypercubePiece& piece) {
        return piece.follows(packet.source, packet.first_step);
      });
  const bool begins = place == open_.end();
  HypercubePiece piece;
  if (begins) {
    piece.source = packet.source;
    piece.first_step = packet.first_step;
    piece.length = read_number(packet.data.data(), length_bytes);
    piece.type =
        static_cast<std::uint16_t>(read_number(packet.data.data() + length_bytes, type_bytes));
    piece.from = first_data;
  } else {
    piece = *place;
    piece.offset += piece.bytes;
    piece.from = 0;
  }
  piece.bytes = std::min(piece.length - piece.offset, hypercube_packet_data_bytes - piece.from);
  if (begins) {
    if (!piece.last()) open_.push_back(piece);
  } else if (piece.last()) {
    *place = open_.back();
    open_.pop_back();
  } else {
    *place = piece;
  }
  return piece;
}

}  // namespace weft
