#include "hw/node/network_port.hpp"

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
  assert(promised_ != 0);
  --promised_;
  outgoing_.push_back(packet);
}

void NetworkPort::evaluate(MemoryClocks now) {
  if (sending_ && sending_->end <= now && !sent_) {
    sent_ = sending_->packet;
    sending_.reset();
  }
  if (sending_ || outgoing_.empty()) return;
  const NetworkPacket& packet = outgoing_.front();
  sending_ = {now + parameters_.send_clocks + clocks_of(packet), packet};
  outgoing_.pop_front();
}

std::optional<NetworkPacket> NetworkPort::take_sent() { return std::exchange(sent_, std::nullopt); }

bool NetworkPort::accepts(MemoryClocks now) const {
  return incoming_free_ <= now && incoming_.size() < parameters_.packets;
}

void NetworkPort::accept(const NetworkPacket& packet, MemoryClocks now) {
  incoming_free_ = now + parameters_.receive_clocks + clocks_of(packet);
  incoming_.push_back({incoming_free_, packet});
}

const NetworkPacket* NetworkPort::arrived(MemoryClocks now) const {
  return incoming_.empty() || incoming_.front().end > now ? nullptr : &incoming_.front().packet;
}

unsigned NetworkPort::words_arrived(MemoryClocks now) const {
  unsigned words = 0;
  for (const OnLink& one : incoming_) words += one.end > now ? 0 : one.packet.words;
  return words - taken_;
}

std::uint64_t NetworkPort::take_word() {
  const NetworkPacket& packet = incoming_.front().packet;
  const std::uint64_t word = packet.data[taken_++];
  if (taken_ == packet.words) {
    taken_ = 0;
    incoming_.pop_front();
  }
  return word;
}

}  // namespace weft
