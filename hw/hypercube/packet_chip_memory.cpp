// Of the packet chip: what comes from the memory of its node.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

void HypercubeChipCore::check(const HypercubeOutgoing& message) const {
  if (message.destination >> degree() != 0 || message.destination == node_) {
    throw std::invalid_argument(fmt::format("node {} of a hypercube of degree {} cannot send to {}",
                                            node_, degree(), message.destination));
  }
  if (message.packets == 0) throw std::invalid_argument("a message has one packet or more");
}

void HypercubeChipCore::send(const HypercubeOutgoing& message, Time now) {
  check(message);
  new_.push({message, now});
  new_come_ = true;
  note(other_work, edge_after(now, times().tick));
}

void HypercubeChipCore::broadcast(const HypercubeBroadcast& message, Time now) {
  if (message.packets == 0) throw std::invalid_argument("a message has one packet or more");
  if ((message.neighbours & ~all_ports()) != 0) {
    throw std::invalid_argument(fmt::format("a chip of {} links has no link {}", degree(),
                                            lowest_step(message.neighbours & ~all_ports())));
  }
  const StepSet ports = message.neighbours == 0 ? all_ports() : message.neighbours;
  broadcasts_.push({message, ports, now, 0});
  broadcasting_ = broadcasts_.front().ports;
  note(other_work, edge_after(now, times().tick));
}

// Ports that have got messages.
StepSet HypercubeChipCore::choose_steps(Time now) {
  StepSet chosen = 0;
  while (!new_.empty() && new_.front().since < now) {
    const HypercubeOutgoing message = new_.front().message;
    new_.pop();
    const unsigned step = choose_step(message.destination, now);
    const bool contrary = step != fixed_step(node_, message.destination, degree());
    Memory& memory = waiting_in_memory_[step];
    if (has_step(waiting_, step)) {
      memory.others.push({message, contrary});
    } else {
      memory.first = {message, contrary};
    }
    waiting_ |= step_bit(step);
    memory_->queued(message.message, step, now);
    memory.packets += message.packets;
    chosen |= step_bit(step);
  }
  new_come_ = !new_.empty();
  return chosen;
}

unsigned HypercubeChipCore::choose_step(unsigned destination, Time now) {
  unsigned best = fixed_step(node_, destination, degree());
  if (parameters_.routing == HypercubeRouting::fixed) return best;
  if (!step_to_.empty() && step_to_[destination] != 0) return step_to_[destination] - 1u;
  const StepSet all_closer = steps_closer(node_, destination);
  for (StepSet closer = all_closer; closer != 0; closer &= closer - 1) {
    outputs_[lowest_step(closer)].buffers.settle(now);
  }
  for (StepSet closer = all_closer; closer != 0; closer &= closer - 1) {
    if (queue(lowest_step(closer)) < queue(best)) best = lowest_step(closer);
  }
  if (!step_to_.empty()) step_to_[destination] = static_cast<std::uint8_t>(best + 1);
  return best;
}

// A packet of the first broadcast gets a buffer in each of its ports, or in none. Gives these
// ports.
StepSet HypercubeChipCore::inject_broadcast(Time now) {
  Broadcast& first = broadcasts_.front();
  const StepSet ports = first.ports;
  if (first.since >= now || !have_room(ports, now)) return 0;
  if (!memory_->fetch(first.message.message, first.packets_in)) return 0;
  const bool to_all = first.message.neighbours == 0;
  HypercubePacket packet;
  packet.source = static_cast<std::uint16_t>(node_);
  packet.first_step = to_all ? hypercube_broadcast_tag : hypercube_neighbours_tag;
  packet.data = memory_->packet_data(first.message.message, first.packets_in, now);
  ++counters_.packets_injected;
  counters_.packets_copied += static_cast<unsigned>(std::popcount(ports)) - 1;
  for (StepSet left = ports; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    if (!to_all) packet.destination = static_cast<std::uint16_t>(hypercube_neighbour(node_, port));
    outputs_[port].buffers.reserve();
    const HypercubePacketPlace place{packets().put(packet), packet.destination, to_all};
    outputs_[port].buffers.put(
        HypercubeHeldPacket(now, place, to_all ? ports_above() : degree(), degree(), false));
  }
  if (++first.packets_in == first.message.packets) {
    broadcasts_.pop();
    broadcasting_ = broadcasts_.empty() ? 0 : broadcasts_.front().ports;
  }
  return ports;
}

bool HypercubeChipCore::can_inject(unsigned port) const {
  const HypercubePortBuffers& buffers = outputs_[port].buffers;
  if (!has_step(waiting_, port) || !buffers.has_room()) return false;
  const Waiting& first = waiting_in_memory_[port].first;
  const bool allowed =
      !first.contrary || !parameters_.contrary_rule || buffers.may_hold_one_more_contrary();
  return allowed && memory_->fetch(first.message.message, first.packets_in);
}

void HypercubeChipCore::inject(unsigned port, Time now) {
  if (!can_inject(port)) return;
  Memory& memory = waiting_in_memory_[port];
  Waiting& waiting = memory.first;
  const unsigned destination = waiting.message.destination;
  HypercubePacket packet;
  packet.destination = static_cast<std::uint16_t>(destination);
  packet.source = node_;
  if (parameters_.pair_order == HypercubePairOrder::tagged) {
    packet.first_step = static_cast<std::uint8_t>(port);
  }
  packet.data = memory_->packet_data(waiting.message.message, waiting.packets_in, now);
  HypercubePortBuffers& buffers = outputs_[port].buffers;
  buffers.reserve();
  const HypercubePacketPlace place{packets().put(packet), packet.destination, false};
  buffers.put(HypercubeHeldPacket(now, place, needed_behind(port, destination), degree(),
                                  waiting.contrary));
  ++counters_.packets_injected;
  if (waiting.contrary) ++counters_.packets_contrary;
  --memory.packets;
  if (++waiting.packets_in < waiting.message.packets) return;
  if (memory.others.empty()) {
    waiting_ &= ~step_bit(port);
  } else {
    waiting = memory.others.take();
  }
}

// When the first broadcast may go on.
Time HypercubeChipCore::next_broadcast(Time now) {
  if (have_room(broadcasting_, now)) return now + times().tick;
  Time next = never;
  for (StepSet left = broadcasting_; left != 0; left &= left - 1) {
    next = std::min(next, next_room(lowest_step(left), now));
  }
  return next;
}

}  // namespace weft
