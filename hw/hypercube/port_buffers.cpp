#include "hw/hypercube/port_buffers.hpp"

namespace weft {

// Most can ask later than all that are there.
void HypercubePortBuffers::put(const HypercubeHeldPacket& held) {
  if (held.contrary) ++contrary_;
  std::uint32_t place = held_.size();
  const auto before = [&held](const HypercubeHeldPacket& other) {
    return held.asks < other.asks || (held.asks == other.asks && held.input < other.input);
  };
  while (place != 0 && before(held_[place - 1])) --place;
  held_.insert(place, held);
  if (place >= ready_) return;
  ++ready_;
  wanted_ = static_cast<std::uint16_t>(wanted_ | step_bit(held.next));
}

std::optional<std::uint32_t> HypercubePortBuffers::find(unsigned input, Time asks) const {
  for (std::uint32_t i = 0; i < held_.size(); ++i) {
    if (held_[i].input == input && held_[i].asks == asks) return held_[i].number;
  }
  return std::nullopt;
}

HypercubePortBuffers::Taken HypercubePortBuffers::taken(Time now) const {
  Taken taken{used(), contrary()};
  unsigned left = next_tail_ < now ? 1 : 0;
  if (leaving_ == 2 && last_tail_ < now) left = 2;
  taken.all -= left;
  for (unsigned i = 0; i < left; ++i) taken.contrary -= contrary_leaving_ >> i & 1;
  return taken;
}

// Most are the first, or among the first.
HypercubePacketPlace HypercubePortBuffers::take(unsigned next, Time tail, Time now) {
  settle(now);
  std::uint32_t place = 0;
  while (held_[place].next != next) ++place;
  const HypercubePacketPlace packet = held_[place].place();
  if (held_[place].contrary) {
    contrary_leaving_ = static_cast<std::uint8_t>(contrary_leaving_ | 1U << leaving_);
  }
  if (leaving_++ == 0) next_tail_ = tail;
  last_tail_ = tail;
  held_.erase(place);
  if (place < ready_) forget(place, next);
  return packet;
}

// One that could ask, for `next` the first, is gone; `behind` is now the place of the one behind
// it.
void HypercubePortBuffers::forget(std::uint32_t behind, unsigned next) {
  --ready_;
  for (std::uint32_t i = behind; i < ready_; ++i) {
    if (held_[i].next == next) return;
  }
  wanted_ = static_cast<std::uint16_t>(wanted_ & ~step_bit(next));
}

void HypercubePortBuffers::free_first() {
  if (contrary_leaves()) --contrary_;
  contrary_leaving_ = static_cast<std::uint8_t>(contrary_leaving_ >> 1);
  ++free_;
  next_tail_ = --leaving_ == 0 ? never : last_tail_;
}

}  // namespace weft
