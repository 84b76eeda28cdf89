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

HypercubePart hypercube_part(std::uint32_t length, std::uint32_t index) {
  constexpr std::uint32_t first = hypercube_first_packet_data_bytes;
  constexpr std::uint32_t other = hypercube_packet_data_bytes;
  if (index == 0) return {0, std::min(length, first)};
  const std::uint32_t offset = first + (index - 1) * other;
  return {offset, std::min(length - offset, other)};
}

HypercubePacketData hypercube_packet_data(std::uint32_t length, std::uint16_t type,
                                          std::uint32_t index, std::span<const std::uint8_t> part) {
  HypercubePacketData data{};
  if (index == 0) {
    write_number(length, data.data(), length_bytes);
    write_number(type, data.data() + length_bytes, type_bytes);
  }
  std::copy(part.begin(), part.end(), data.begin() + (index == 0 ? first_data : 0));
  return data;
}

HypercubePacketData hypercube_packet_data(std::span<const std::uint8_t> message, std::uint16_t type,
                                          std::uint32_t index) {
  const auto length = static_cast<std::uint32_t>(message.size());
  const HypercubePart part = hypercube_part(length, index);
  return hypercube_packet_data(length, type, index, message.subspan(part.offset, part.bytes));
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
