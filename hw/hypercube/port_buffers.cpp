#include "hw/hypercube/port_buffers.hpp"

namespace weft {

// Most can ask later than all that are there.
void HypercubePortBuffers::put(const HypercubeHeldPacket& held) {
  if (held.contrary) ++contrary_;
  const auto before = [&held](const HypercubeHeldPacket& other) {
    return held.asks < other.asks || (held.asks == other.asks && held.input < other.input);
  };
  held_.push(held);
  std::uint32_t place = held_.size() - 1;
  for (; place != 0 && before(held_[place - 1]); --place) held_[place] = held_[place - 1];
  held_[place] = held;
  if (place >= ready_) return;
  ++ready_;
  wanted_ |= step_bit(held.next);
}

std::optional<HypercubePacketStore::Place> HypercubePortBuffers::find(unsigned input,
                                                                      Time asks) const {
  for (std::uint32_t i = 0; i < held_.size(); ++i) {
    if (held_[i].input == input && held_[i].asks == asks) return held_[i].packet;
  }
  return std::nullopt;
}

HypercubePortBuffers::Taken HypercubePortBuffers::taken(Time now) const {
  Taken taken{used(), contrary()};
  const auto count = [&taken, now](Time tail, bool contrary) {
    if (tail >= now) return;
    --taken.all;
    if (contrary) --taken.contrary;
  };
  count(tail_, contrary_leaves_);
  for (std::uint32_t i = 0; i < later_.size(); ++i) count(later_[i].tail, later_[i].contrary);
  return taken;
}

// Most are the first, or among the first.
HypercubePacketStore::Place HypercubePortBuffers::take(unsigned next, Time tail) {
  std::uint32_t place = 0;
  while (held_[place].next != next) ++place;
  const HypercubeHeldPacket taken = held_[place];
  if (tail_ == never) {
    tail_ = tail;
    contrary_leaves_ = taken.contrary;
  } else {
    later_.push({tail, taken.contrary});
  }
  const std::uint32_t behind = place;
  for (; place != 0; --place) held_[place] = held_[place - 1];
  held_.pop();
  if (behind < ready_) forget(behind, next);
  return taken.packet;
}

// One that could ask, for `next` the first, is gone; `behind` is the place of the one behind it.
void HypercubePortBuffers::forget(std::uint32_t behind, unsigned next) {
  --ready_;
  for (std::uint32_t i = behind; i < ready_; ++i) {
    if (held_[i].next == next) return;
  }
  wanted_ &= ~step_bit(next);
}

void HypercubePortBuffers::free_first() {
  if (contrary_leaves_) --contrary_;
  ++free_;
  if (later_.empty()) {
    tail_ = never;
    contrary_leaves_ = false;
    return;
  }
  tail_ = later_.front().tail;
  contrary_leaves_ = later_.front().contrary;
  later_.pop();
}

}  // namespace weft
