#include "hw/hypercube/port_buffers.hpp"

#include <algorithm>

namespace weft {

// Most can ask later than all that are there.
void HypercubePortBuffers::put(const HypercubeHeldPacket& held) {
  if (held.contrary) ++contrary_;
  const auto before = [&held](const HypercubeHeldPacket& other) {
    return held.asks < other.asks || (held.asks == other.asks && held.input < other.input);
  };
  held_.push_back(held);
  auto place = held_.end() - 1;
  for (; place != held_.begin() && before(*(place - 1)); --place) *place = *(place - 1);
  *place = held;
}

HypercubePacketStore::Place HypercubePortBuffers::take(unsigned next, Time tail) {
  const auto first =
      std::find_if(held_.begin(), held_.end(),
                   [next](const HypercubeHeldPacket& held) { return held.next == next; });
  const HypercubePacketStore::Place packet = first->packet;
  if (tail_ == never) {
    tail_ = tail;
    contrary_leaves_ = first->contrary;
  } else {
    later_.push({tail, first->contrary});
  }
  std::copy(first + 1, held_.end(), first);
  held_.pop_back();
  return packet;
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
