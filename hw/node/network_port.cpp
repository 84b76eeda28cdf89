#include "hw/node/network_port.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {

NetworkPort::NetworkPort(const PortParameters& parameters) : parameters_(checked(parameters)) {}

MemoryClocks NetworkPort::clocks_of(const NetworkPacket& packet) const {
  const unsigned bytes = packet.carried_words() * memory_word_bytes;
  return (bytes + parameters_.link_bytes - 1) / parameters_.link_bytes;
}

void NetworkPort::push(const NetworkPacket& packet) {
  Buffers& buffers = of(packet.lane());
  assert(buffers.promised != 0);
  --buffers.promised;
  buffers.outgoing.push_back(packet);
}

// A request that has left and was not taken keeps others of its lane from the link, where it would
// hold up words and replies.
std::deque<NetworkPacket>* NetworkPort::next_outgoing() {
  Buffers& data = of(PacketLane::data);
  if (!data.outgoing.empty()) return &data.outgoing;
  Buffers& requests = of(PacketLane::requests);
  return requests.outgoing.empty() || requests.sent ? nullptr : &requests.outgoing;
}

void NetworkPort::evaluate(MemoryClocks now) {
  if (sending_ && sending_->end <= now) {
    std::optional<NetworkPacket>& sent = of(sending_->packet.lane()).sent;
    if (!sent) {
      sent = sending_->packet;
      sending_.reset();
    }
  }
  if (sending_) return;
  std::deque<NetworkPacket>* outgoing = next_outgoing();
  if (outgoing == nullptr) return;
  const NetworkPacket& packet = outgoing->front();
  sending_ = {now + parameters_.send_clocks + clocks_of(packet), packet};
  outgoing->pop_front();
}

std::optional<NetworkPacket> NetworkPort::take_sent(PacketLane lane) {
  return std::exchange(of(lane).sent, std::nullopt);
}

bool NetworkPort::sent_all() const {
  return !sending_ && std::all_of(lanes_.begin(), lanes_.end(), [](const Buffers& buffers) {
    return buffers.outgoing.empty() && buffers.promised == 0;
  });
}

bool NetworkPort::received_all() const {
  return std::all_of(lanes_.begin(), lanes_.end(),
                     [](const Buffers& buffers) { return buffers.incoming.empty(); });
}

bool NetworkPort::accepts(MemoryClocks now, PacketLane lane) const {
  return incoming_free_ <= now && of(lane).incoming.size() < parameters_.packets;
}

void NetworkPort::accept(const NetworkPacket& packet, MemoryClocks now) {
  incoming_free_ = now + parameters_.receive_clocks + clocks_of(packet);
  of(packet.lane()).incoming.push_back({incoming_free_, packet});
}

const NetworkPacket* NetworkPort::arrived(MemoryClocks now, PacketLane lane) const {
  const std::deque<OnLink>& incoming = of(lane).incoming;
  return incoming.empty() || incoming.front().end > now ? nullptr : &incoming.front().packet;
}

unsigned NetworkPort::words_arrived(MemoryClocks now) const {
  unsigned words = 0;
  for (const OnLink& one : of(PacketLane::data).incoming)
    words += one.end > now ? 0 : one.packet.words;
  return words - taken_;
}

std::uint64_t NetworkPort::take_word() {
  std::deque<OnLink>& incoming = of(PacketLane::data).incoming;
  const NetworkPacket& packet = incoming.front().packet;
  const std::uint64_t word = packet.data[taken_++];
  if (taken_ == packet.words) {
    taken_ = 0;
    incoming.pop_front();
  }
  return word;
}

}  // namespace weft
