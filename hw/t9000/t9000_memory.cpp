// Of a T9000 whose messages lie in a memory: the way there and back.
#include <stdexcept>
#include <utility>

#include "hw/t9000/t9000_core.hpp"

namespace weft {

void T9000Core::memory_answers(unsigned slot, Time at) {
  memory_->answer(slot, at);
  driver_->evaluate_at(edge_after(at, parameters_.clock));
}

void T9000Core::access(MemoryBlock block) {
  if (memory_ == nullptr) {
    throw std::logic_error("a process loads or stores, and its T9000 has no memory of messages");
  }
  memory_->access(std::move(block));
}

// --- out

void T9000Core::fetch_packets(Time now) {
  for (unsigned number = 0; number < parameters_.links; ++number) {
    if (memory_->fetches_ahead() || is_free(number, now)) memory_->fetch(queues_, number);
  }
}

// The packet that goes next over a link; null if there is none, or it is not there yet.
const Packet* T9000Core::waiting_packet(unsigned number) {
  if (memory_ != nullptr) return memory_->next(queues_, number);
  return queues_.empty(number) ? nullptr : &queues_.front(number);
}

Packet T9000Core::take_waiting(unsigned number) {
  return memory_ != nullptr ? memory_->take(queues_, number) : queues_.take(number);
}

void T9000Core::put_back(unsigned number, const Packet& packet) {
  if (memory_ == nullptr || packet.tag.protocol.acknowledgement()) {
    queues_.push_front(packet);
  } else {
    memory_->put_back(queues_, number, packet);
  }
}

// --- in

// The end of a packet of data. Until that is in memory no other one of its channel is looked at.
void T9000Core::end_in(Channel& channel, const PacketEvent& event, std::span<const std::byte> data,
                       Time now) {
  if (memory_ == nullptr || event.bytes == 0) {
    channel.port = no_port;
    return data_in(channel, event, data, now);
  }
  memory_->store(channel.number, event.bytes, data,
                 [this, &channel, event](std::span<const std::byte> stored, Time at) {
                   channel.port = no_port;
                   data_in(channel, event, stored, at);
                 });
}

}  // namespace weft
