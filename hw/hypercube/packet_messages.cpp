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
  if (free_.empty()) {
    free_.push_back(outgoing_.size());
    outgoing_.emplace_back();
  }
  const std::uint64_t number = free_.back();
  const HypercubeOutgoing message{destination, packets, number};
  chip_.check(message);
  free_.pop_back();
  outgoing_[number] = {destination, type, std::move(bytes), packets, now};
  ++counters_.sent;
  if (chip_.parameters().injection == HypercubeInjection::each_port) {
    chip_.send(message, now);
    return;
  }
  waiting_.push_back(number);
  if (waiting_.size() == 1) give_next(now);
}

// To the chip: the first of those that wait.
void HypercubePacketMessages::give_next(Time now) {
  const std::uint64_t number = waiting_.front();
  chip_.send({outgoing_[number].destination, outgoing_[number].packets, number}, now);
}

HypercubePacketData HypercubePacketMessages::packet_data(std::uint64_t message, std::uint32_t index,
                                                         Time now) {
  Outgoing& outgoing = outgoing_[message];
  const HypercubePacketData data = hypercube_packet_data(outgoing.bytes, outgoing.type, index);
  if (index == 0 && client_ != nullptr) {
    client_->leaves({outgoing.destination, outgoing.type, outgoing.queued, now});
  }
  if (index + 1 == outgoing.packets) {
    outgoing.bytes = {};
    free_.push_back(message);
    if (!waiting_.empty()) {
      waiting_.pop_front();
      if (!waiting_.empty()) give_next(now);
    }
  }
  return data;
}

void HypercubePacketMessages::prefetch_data(std::uint64_t message, std::uint32_t index,
                                            bool again) const {
  const Outgoing& outgoing = outgoing_[message];
  if (again) {
    __builtin_prefetch(
        outgoing.bytes.data() +
        hypercube_part(static_cast<std::uint32_t>(outgoing.bytes.size()), index).offset);
  } else {
    __builtin_prefetch(&outgoing);
    __builtin_prefetch(&outgoing.queued);
  }
}

void HypercubePacketMessages::prefetch_arrivals() const {
  arrivals_.fetch();
  __builtin_prefetch(incoming_.data());
}

HypercubePacketMessages::Incoming& HypercubePacketMessages::incoming_of(
    const HypercubePiece& piece) {
  for (Incoming& one : incoming_) {
    if (piece.follows(static_cast<std::uint16_t>(one.message.source), one.first_step)) return one;
  }
  Incoming& begun = incoming_.emplace_back();
  begun.first_step = piece.first_step;
  begun.message.source = piece.source;
  return begun;
}

void HypercubePacketMessages::arrived(const HypercubePacket& packet, unsigned, Time now) {
  const HypercubePiece piece = arrivals_.receive(packet);
  Incoming& incoming = incoming_of(piece);
  HypercubeArrival& message = incoming.message;
  if (piece.first()) {
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
  if (&incoming != &incoming_.back()) incoming = std::move(incoming_.back());
  incoming_.pop_back();
  if (client_ != nullptr) client_->received(whole);
}

}  // namespace weft
