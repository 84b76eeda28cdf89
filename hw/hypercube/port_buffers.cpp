#include "hw/hypercube/port_buffers.hpp"

#include <algorithm>
#include <tuple>

namespace weft {

void HypercubePortBuffers::put(const HypercubeHeldPacket& held) {
  if (held.contrary) ++contrary_;
  const auto before = [](const HypercubeHeldPacket& a, const HypercubeHeldPacket& b) {
    return std::tie(a.asks, a.input) < std::tie(b.asks, b.input);
  };
  held_.insert(std::upper_bound(held_.begin(), held_.end(), held, before), held);
}

bool HypercubePortBuffers::complete(const HypercubePacket& packet, unsigned input, Time asks) {
  const auto held = std::find_if(held_.begin(), held_.end(), [&](const HypercubeHeldPacket& one) {
    return one.input == input && one.asks == asks;
  });
  if (held == held_.end()) return false;
  held->packet = packet;
  return true;
}

StepSet HypercubePortBuffers::wanted(Time at) const {
  StepSet ports = 0;
  for (const HypercubeHeldPacket& held : held_) {
    if (held.asks > at) break;
    ports |= step_bit(held.next);
  }
  return ports;
}

Time HypercubePortBuffers::asks_beyond(StepSet known) const {
  for (const HypercubeHeldPacket& held : held_) {
    if (!has_step(known, held.next)) return held.asks;
  }
  return never;
}

HypercubePacket HypercubePortBuffers::take(unsigned next, Time tail) {
  const auto first =
      std::find_if(held_.begin(), held_.end(),
                   [next](const HypercubeHeldPacket& held) { return held.next == next; });
  const HypercubePacket packet = first->packet;
  leaving_.push({tail, first->contrary});
  held_.erase(first);
  return packet;
}

void HypercubePortBuffers::settle(Time now) {
  while (next_tail() < now) {
    if (leaving_.front().contrary) --contrary_;
    leaving_.pop();
    ++free_;
  }
}

}  // namespace weft
