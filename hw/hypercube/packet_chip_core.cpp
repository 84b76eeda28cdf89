#include "hw/hypercube/packet_chip_core.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

HypercubeChipCore::HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node,
                                     HypercubeNode& memory, CycleDriver& driver)
    : parameters_(checked(parameters)),
      node_(node),
      lead_(parameters.arbitration == HypercubeArbitration::hidden
                ? parameters.arbitration_ticks * parameters.tick
                : 0),
      packet_time_(Time{hypercube_packet_bytes} * parameters.byte_ticks * parameters.tick),
      memory_(&memory),
      driver_(&driver),
      inputs_(parameters.degree),
      due_(parameters.degree, never) {
  if (node >> degree() != 0) {
    throw std::invalid_argument(
        fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
  }
  outputs_.reserve(degree());
  for (unsigned port = 0; port < degree(); ++port) {
    outputs_.emplace_back(parameters.buffers);
    outputs_.back().served = degree() - 1;
  }
  if (parameters.pair_order == HypercubePairOrder::same_step) {
    step_to_.resize(std::size_t{1} << degree());
  }
}

void HypercubeChipCore::send(const HypercubeOutgoing& message, Time now) {
  if (message.destination >> degree() != 0 || message.destination == node_) {
    throw std::invalid_argument(fmt::format("node {} of a hypercube of degree {} cannot send to {}",
                                            node_, degree(), message.destination));
  }
  if (message.packets == 0) throw std::invalid_argument("a message has one packet or more");
  new_.push({message, now});
  driver_->evaluate_at(edge_after(now, parameters_.tick));
}

void HypercubeChipCore::broadcast(const HypercubeBroadcast& message, Time now) {
  if (message.packets == 0) throw std::invalid_argument("a message has one packet or more");
  if ((message.neighbours & ~all_ports()) != 0) {
    throw std::invalid_argument(fmt::format("a chip of {} links has no link {}", degree(),
                                            lowest_step(message.neighbours & ~all_ports())));
  }
  const StepSet ports = message.neighbours == 0 ? all_ports() : message.neighbours;
  broadcasts_.push({message, ports, now, 0});
  driver_->evaluate_at(edge_after(now, parameters_.tick));
}

void HypercubeChipCore::evaluate(Time now) {
  StepSet changed = settle(now);
  if (next_tail_ <= now) deliver(now);
  changed |= choose_steps(now);
  fresh_due_ = never;
  if (asking_ != 0) serve_links(now);
  if (!broadcasts_.empty()) changed |= inject_broadcast(now);
  for (StepSet left = changed; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    inject(port, now);
    ask(port, now);
    give_turn(port, now);
    due_[port] = next_event_of(outputs_[port], now);
  }
  if (const Time next = next_event(now); next != never) driver_->evaluate_at(next);
}

void HypercubeChipCore::requested(unsigned port, HypercubeRequest request, Time at) {
  // what was reserved for it has not reached the far end yet
  if (outputs_[port].theirs.from != never) return;
  Input& input = inputs_[port];
  if (input.fresh_since < at) {
    input.request.wanted |= input.fresh;
    input.fresh = 0;
  }
  if (input.request.wanted == 0 && input.fresh == 0) input.request.first = request.first;
  input.fresh |= request.wanted & ~input.request.wanted;
  input.fresh_since = at;
  asking_ |= step_bit(port);
  fresh_due_ = at + parameters_.tick;
  driver_->evaluate_at(fresh_due_);
}

void HypercubeChipCore::granted(unsigned port, unsigned next, Time at) {
  const unsigned arbitration = parameters_.arbitration_ticks;
  if (parameters_.links == HypercubeLinks::bidirectional) {
    depart(port, next, at + (arbitration - 1) * parameters_.tick);
  } else if (decides(port)) {
    outputs_[port].mine = {next, at};
    outputs_[port].has_grant = true;
    look_at(port, next_turn(outputs_[port]));
  } else {
    depart(port, next, at + (arbitration - 2) * parameters_.tick);
  }
}

void HypercubeChipCore::packet_begins(unsigned port, const HypercubePacket& packet, Time begin) {
  const Time tail = begin + packet_time_;
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  const unsigned step = to_all ? degree() : fixed_step(node_, packet.destination, degree());
  if (to_all) {
    for (StepSet left = ports_above(port); left != 0; left &= left - 1) {
      const unsigned above = lowest_step(left);
      outputs_[above].buffers.put({packet, ports_above(), false, port, tail - lead_});
      look_at(above, tail - lead_);
    }
  }
  if (step == degree()) {
    inputs_[port].arriving.push({packet, tail});
    next_tail_ = std::min(next_tail_, tail);
    driver_->evaluate_at(next_tail_);
  } else {
    const unsigned next =
        fixed_step(hypercube_neighbour(node_, step), packet.destination, degree());
    outputs_[step].buffers.put({packet, next, false, port, tail - lead_});
    look_at(step, tail - lead_);
  }
}

void HypercubeChipCore::packet_ends(unsigned port, const HypercubePacket& packet, Time now) {
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  const unsigned step = to_all ? degree() : fixed_step(node_, packet.destination, degree());
  for (StepSet left = to_all ? ports_above(port) : step_bit(step) & all_ports(); left != 0;
       left &= left - 1) {
    Output& output = outputs_[lowest_step(left)];
    if (!output.buffers.complete(packet, port, now - lead_)) output.line->complete(packet);
  }
  if (step == degree()) inputs_[port].arriving.back().packet = packet;
}

std::uint64_t HypercubeChipCore::queue(unsigned port) const {
  return outputs_[port].buffers.used() + outputs_[port].waiting_packets;
}

bool HypercubeChipCore::empty() const {
  return new_.empty() && broadcasts_.empty() &&
         std::all_of(outputs_.begin(), outputs_.end(),
                     [](const Output& output) {
                       return output.waiting.empty() && output.buffers.used() == 0;
                     }) &&
         std::all_of(inputs_.begin(), inputs_.end(),
                     [](const Input& input) { return input.arriving.empty(); });
}

// Ports at which something was to be done by now, with buffers that were free before.
StepSet HypercubeChipCore::settle(Time now) {
  StepSet due = 0;
  for (unsigned port = 0; port < degree(); ++port) {
    if (due_[port] > now) continue;
    due |= step_bit(port);
    outputs_[port].buffers.settle(now);
  }
  return due;
}

void HypercubeChipCore::deliver(Time now) {
  next_tail_ = never;
  for (unsigned port = 0; port < degree(); ++port) {
    auto& arriving = inputs_[port].arriving;
    while (!arriving.empty() && arriving.front().tail <= now) {
      ++counters_.packets_arrived;
      memory_->arrived(arriving.front().packet, port, arriving.front().tail);
      arriving.pop();
    }
    if (!arriving.empty()) next_tail_ = std::min(next_tail_, arriving.front().tail);
  }
}

// Ports that have got messages.
StepSet HypercubeChipCore::choose_steps(Time now) {
  StepSet chosen = 0;
  while (!new_.empty() && new_.front().since < now) {
    const HypercubeOutgoing message = new_.front().message;
    new_.pop();
    const unsigned step = choose_step(message.destination);
    const bool contrary = step != fixed_step(node_, message.destination, degree());
    outputs_[step].waiting.push({message, contrary});
    memory_->queued(message.message, step);
    outputs_[step].waiting_packets += message.packets;
    chosen |= step_bit(step);
  }
  return chosen;
}

unsigned HypercubeChipCore::choose_step(unsigned destination) {
  unsigned best = fixed_step(node_, destination, degree());
  if (parameters_.routing == HypercubeRouting::fixed) return best;
  if (!step_to_.empty() && step_to_[destination] != 0) return step_to_[destination] - 1u;
  for (StepSet closer = steps_closer(node_, destination); closer != 0; closer &= closer - 1) {
    if (queue(lowest_step(closer)) < queue(best)) best = lowest_step(closer);
  }
  if (!step_to_.empty()) step_to_[destination] = static_cast<std::uint8_t>(best + 1);
  return best;
}

// First what the longest waiting packet of each link needs, then what others could use.
void HypercubeChipCore::serve_links(Time now) {
  StepSet wanted = 0;
  for (StepSet left = asking_; left != 0; left &= left - 1) {
    Input& input = inputs_[lowest_step(left)];
    if (input.fresh_since < now) {
      input.request.wanted |= input.fresh;
      input.fresh = 0;
    } else {
      fresh_due_ = input.fresh_since + parameters_.tick;
    }
    wanted |= input.request.wanted;
  }
  if (wanted == 0) return;
  for (const bool first_only : {true, false}) {
    if (has_step(wanted, ports_above())) serve(ports_above(), first_only, now);
    for (unsigned next = 0; next <= degree(); ++next) {
      if (has_step(wanted, next)) serve(next, first_only, now);
    }
  }
}

bool HypercubeChipCore::have_room(StepSet ports) const {
  for (StepSet left = ports; left != 0; left &= left - 1) {
    if (!outputs_[lowest_step(left)].buffers.has_room()) return false;
  }
  return true;
}

// Links in turn, from the one behind that which was served last.
void HypercubeChipCore::serve(unsigned next, bool first_only, Time now) {
  const bool one_port = next < degree();
  const unsigned served = one_port ? outputs_[next].served : degree() - 1;
  for (unsigned i = 1; i <= degree(); ++i) {
    const unsigned port = (served + i) % degree();
    const HypercubeRequest request = inputs_[port].request;
    if (!has_step(request.wanted, next) || (first_only && request.first != next)) continue;
    if (!have_room(needed(port, next))) continue;
    reserve(port, next, now);
    if (one_port) outputs_[next].served = port;
  }
}

void HypercubeChipCore::reserve(unsigned port, unsigned next, Time now) {
  inputs_[port].request = {};
  inputs_[port].fresh = 0;
  asking_ &= ~step_bit(port);
  for (StepSet left = needed(port, next); left != 0; left &= left - 1) {
    outputs_[lowest_step(left)].buffers.reserve();
  }
  Output& output = outputs_[port];
  if (parameters_.links == HypercubeLinks::unidirectional && decides(port)) {
    output.theirs = {next, now};
    look_at(port, next_turn(output));
  } else {
    output.line->grant(next, now);
  }
}

// A packet of the first broadcast gets a buffer in each of its ports, or in none. Gives these
// ports.
StepSet HypercubeChipCore::inject_broadcast(Time now) {
  Broadcast& first = broadcasts_.front();
  const StepSet ports = first.ports;
  if (first.since >= now || !have_room(ports)) return 0;
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
    outputs_[port].buffers.put({packet, to_all ? ports_above() : degree(), false, degree(), now});
  }
  if (++first.packets_in == first.message.packets) broadcasts_.pop();
  return ports;
}

bool HypercubeChipCore::can_inject(const Output& output) const {
  if (output.waiting.empty() || !output.buffers.has_room()) return false;
  return !output.waiting.front().contrary || !parameters_.contrary_rule ||
         output.buffers.may_hold_one_more_contrary();
}

void HypercubeChipCore::inject(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (!can_inject(output)) return;
  Waiting& waiting = output.waiting.front();
  const unsigned destination = waiting.message.destination;
  HypercubePacket packet;
  packet.destination = static_cast<std::uint16_t>(destination);
  packet.source = static_cast<std::uint16_t>(node_);
  if (parameters_.pair_order == HypercubePairOrder::tagged) {
    packet.first_step = static_cast<std::uint8_t>(port);
  }
  packet.data = memory_->packet_data(waiting.message.message, waiting.packets_in, now);
  output.buffers.reserve();
  output.buffers.put({packet, fixed_step(hypercube_neighbour(node_, port), destination, degree()),
                      waiting.contrary, degree(), now});
  ++counters_.packets_injected;
  if (waiting.contrary) ++counters_.packets_contrary;
  --output.waiting_packets;
  if (++waiting.packets_in == waiting.message.packets) output.waiting.pop();
}

void HypercubeChipCore::ask(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (output.has_grant || output.link_free > now + lead_) return;
  const StepSet wanted = output.buffers.wanted(now);
  if ((wanted & ~output.asked) == 0) return;
  output.asked = wanted;
  output.line->request({wanted, output.buffers.wanted_first()}, now);
}

void HypercubeChipCore::give_turn(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (next_turn(output) > now) return;
  const bool mine = output.mine.from < now && (output.theirs.from >= now || !output.last_was_mine);
  output.last_was_mine = mine;
  const Time begin = now + (parameters_.arbitration_ticks - 2) * parameters_.tick;
  output.free_of_both = begin + packet_time_;
  if (mine) {
    depart(port, output.mine.next, begin);
    output.mine = {};
  } else {
    const unsigned next = output.theirs.next;
    output.theirs = {};
    output.line->grant(next, now);
  }
}

// When it can be decided who sends on a unidirectional link: what is reserved is known a tick
// later, and the last two of the ticks of arbitration come after the decision.
Time HypercubeChipCore::next_turn(const Output& output) const {
  const Time reserved = std::min(output.mine.from, output.theirs.from);
  if (reserved == never) return never;
  return std::max(reserved + parameters_.tick,
                  earlier_by(output.free_of_both + 2 * parameters_.tick, lead_));
}

void HypercubeChipCore::depart(unsigned port, unsigned next, Time begin) {
  Output& output = outputs_[port];
  output.asked = 0;
  output.has_grant = false;
  output.link_free = begin + packet_time_;
  ++counters_.packets_sent;
  output.line->send(output.buffers.take(next, output.link_free), begin);
  look_at(port, output.link_free - lead_);
}

// At this time at the latest.
void HypercubeChipCore::look_at(unsigned port, Time time) {
  due_[port] = std::min(due_[port], time);
  driver_->evaluate_at(due_[port]);
}

Time HypercubeChipCore::next_event(Time now) const {
  Time next = std::min(next_tail_, fresh_due_);
  for (const Time due : due_) next = std::min(next, due);
  if (!new_.empty()) next = std::min(next, edge_after(new_.front().since, parameters_.tick));
  // without room it waits for what the ports do
  if (!broadcasts_.empty() && have_room(broadcasts_.front().ports)) {
    next = std::min(next, now + parameters_.tick);
  }
  return next;
}

Time HypercubeChipCore::next_event_of(const Output& output, Time now) const {
  Time next = next_turn(output);
  if (const Time tail = output.buffers.next_tail(); tail != never) {
    next = std::min(next, tail + parameters_.tick);
  }
  if (can_inject(output)) next = std::min(next, now + parameters_.tick);
  if (const Time asks = output.buffers.asks_beyond(output.asked);
      asks != never && !output.has_grant) {
    next = std::min(next, std::max(asks, earlier_by(output.link_free, lead_)));
  }
  return next;
}

}  // namespace weft
