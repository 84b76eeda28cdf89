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
      driver_(&driver) {
  if (node >> degree() != 0) {
    throw std::invalid_argument(
        fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
  }
  due_.fill(never);
  outputs_.reserve(degree());
  for (unsigned port = 0; port < degree(); ++port) {
    outputs_.emplace_back(parameters.buffers);
    outputs_.back().served = degree() - 1;
  }
  if (parameters.links == HypercubeLinks::unidirectional) turns_.resize(degree());
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
  evaluating_ = true;
  StepSet changed = earliest_due_ <= now ? due(now) : 0;
  if (next_tail_ <= now) deliver(now);
  if (!new_.empty()) changed |= choose_steps(now);
  if (fresh_ != 0 && fresh_since_ < now) count_fresh();
  if (to_serve_ || (changed & lacking_) != 0) serve_links(now);
  if (!broadcasts_.empty()) changed |= inject_broadcast(now);
  for (StepSet left = changed; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    outputs_[port].buffers.settle(now);
    inject(port, now);
    ask(port, now);
    if (!turns_.empty()) give_turn(port, now);
    due_[port] = next_event_of(port, now);
  }
  if (changed != 0) earliest_due_ = *std::min_element(due_.begin(), due_.end());
  evaluating_ = false;
  if (const Time next = next_event(now); next != never) driver_->evaluate_at(next);
}

void HypercubeChipCore::requested(unsigned port, HypercubeRequest request, Time now) {
  // what was reserved for it has not reached the far end yet
  if (!turns_.empty() && turns_[port].theirs.from != never) return;
  if (fresh_since_ < now) {
    count_fresh();
    fresh_since_ = now;
  }
  Input& input = inputs_[port];
  if ((input.wanted | input.fresh) == 0) input.first = request.first;
  input.fresh |= request.wanted & ~input.wanted;
  fresh_ |= step_bit(port);
  call_at(now + parameters_.tick);
}

void HypercubeChipCore::granted(unsigned port, unsigned next, Time now) {
  const unsigned arbitration = parameters_.arbitration_ticks;
  if (turns_.empty()) {
    depart(port, next, now + (arbitration - 1) * parameters_.tick, now);
  } else if (decides(port)) {
    turns_[port].mine = {next, now};
    outputs_[port].has_grant = true;
    look_at(port, next_turn(port));
  } else {
    depart(port, next, now + (arbitration - 2) * parameters_.tick, now);
  }
}

void HypercubeChipCore::packet_begins(unsigned port, const HypercubePacket& packet, Time begin) {
  const Time tail = begin + packet_time_;
  const auto input = static_cast<std::uint8_t>(port);
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  const unsigned step = to_all ? degree() : fixed_step(node_, packet.destination, degree());
  if (to_all) {
    const auto next = static_cast<std::uint8_t>(ports_above());
    for (StepSet left = ports_above(port); left != 0; left &= left - 1) {
      hold(lowest_step(left), {tail - lead_, packets_.put(packet), next, input, false});
    }
  }
  if (step == degree()) {
    arrive({tail, packets_.put(packet), port});
  } else {
    const unsigned next =
        fixed_step(hypercube_neighbour(node_, step), packet.destination, degree());
    hold(step, {tail - lead_, packets_.put(packet), static_cast<std::uint8_t>(next), input, false});
  }
}

// It comes in by a link.
void HypercubeChipCore::hold(unsigned port, const HypercubeHeldPacket& held) {
  Output& output = outputs_[port];
  output.buffers.put(held);
  if (output.has_grant || has_step(output.asked, held.next)) return;
  look_at(port, std::max(held.asks, earlier_by(output.link_free, lead_)));
}

void HypercubeChipCore::arrive(const Arriving& packet) {
  arriving_.push(packet);
  const auto before = [&packet](const Arriving& other) {
    return packet.tail < other.tail || (packet.tail == other.tail && packet.port < other.port);
  };
  std::uint32_t place = arriving_.size() - 1;
  for (; place != 0 && before(arriving_[place - 1]); --place) {
    arriving_[place] = arriving_[place - 1];
  }
  arriving_[place] = packet;
  if (packet.tail >= next_tail_) return;
  next_tail_ = packet.tail;
  call_at(next_tail_);
}

std::uint64_t HypercubeChipCore::queue(unsigned port) const {
  return outputs_[port].buffers.used() + outputs_[port].waiting_packets;
}

bool HypercubeChipCore::empty() const {
  return new_.empty() && broadcasts_.empty() && arriving_.empty() &&
         std::all_of(outputs_.begin(), outputs_.end(), [](const Output& output) {
           return output.waiting.empty() && output.buffers.empty();
         });
}

// Ports at which something was to be done by now.
StepSet HypercubeChipCore::due(Time now) const {
  StepSet ports = 0;
  for (unsigned port = 0; port < degree(); ++port) ports |= StepSet{due_[port] <= now} << port;
  return ports;
}

void HypercubeChipCore::deliver(Time now) {
  while (!arriving_.empty() && arriving_.front().tail <= now) {
    const Arriving arriving = arriving_.front();
    arriving_.pop();
    ++counters_.packets_arrived;
    memory_->arrived(packets_[arriving.packet], arriving.port, arriving.tail);
    packets_.free(arriving.packet);
  }
  next_tail_ = arriving_.empty() ? never : arriving_.front().tail;
}

// Ports that have got messages.
StepSet HypercubeChipCore::choose_steps(Time now) {
  StepSet chosen = 0;
  while (!new_.empty() && new_.front().since < now) {
    const HypercubeOutgoing message = new_.front().message;
    new_.pop();
    const unsigned step = choose_step(message.destination, now);
    const bool contrary = step != fixed_step(node_, message.destination, degree());
    outputs_[step].waiting.push({message, contrary});
    memory_->queued(message.message, step);
    outputs_[step].waiting_packets += message.packets;
    chosen |= step_bit(step);
  }
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

void HypercubeChipCore::count_fresh() {
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    Input& input = inputs_[lowest_step(left)];
    input.wanted |= input.fresh;
    input.fresh = 0;
  }
  asking_ |= fresh_;
  to_serve_ = to_serve_ || fresh_ != 0;
  fresh_ = 0;
}

// First what the longest waiting packet of each link needs, then what others could use. What is
// left lacks room, and is looked at again when some ports that it needs may have it.
void HypercubeChipCore::serve_links(Time now) {
  for (const bool first_only : {true, false}) {
    StepSet wanted = 0;
    for (StepSet left = asking_; left != 0; left &= left - 1) {
      const Input& input = inputs_[lowest_step(left)];
      wanted |= first_only ? input.wanted & step_bit(input.first) : input.wanted;
    }
    if (has_step(wanted, ports_above())) serve(ports_above(), first_only, now);
    wanted &= ~step_bit(ports_above());
    for (; wanted != 0; wanted &= wanted - 1) serve(lowest_step(wanted), first_only, now);
  }
  to_serve_ = false;
  lacking_ = 0;
  for (StepSet left = asking_; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    const StepSet wanted = inputs_[port].wanted;
    lacking_ |= wanted & all_ports();
    if (has_step(wanted, ports_above())) lacking_ |= ports_above(port);
  }
  for (StepSet left = lacking_; left != 0; left &= left - 1) {
    look_at(lowest_step(left), next_room(lowest_step(left), now));
  }
}

bool HypercubeChipCore::have_room(StepSet ports, Time now) {
  for (StepSet left = ports; left != 0; left &= left - 1) {
    HypercubePortBuffers& buffers = outputs_[lowest_step(left)].buffers;
    if (buffers.has_room()) continue;
    buffers.settle(now);
    if (!buffers.has_room()) return false;
  }
  return true;
}

// Links in turn, from the one behind that which was served last.
void HypercubeChipCore::serve(unsigned next, bool first_only, Time now) {
  const bool one_port = next < degree();
  const unsigned served = one_port ? outputs_[next].served : degree() - 1;
  const StepSet behind = asking_ & ~(2 * step_bit(served) - 1);
  for (const StepSet part : {behind, asking_ & ~behind}) {
    for (StepSet left = part; left != 0; left &= left - 1) {
      const unsigned port = lowest_step(left);
      const Input& input = inputs_[port];
      if (!has_step(input.wanted, next) || (first_only && input.first != next)) continue;
      if (!have_room(needed(port, next), now)) continue;
      reserve(port, next, now);
      if (one_port) outputs_[next].served = port;
    }
  }
}

void HypercubeChipCore::reserve(unsigned port, unsigned next, Time now) {
  inputs_[port].wanted = 0;
  inputs_[port].fresh = 0;
  asking_ &= ~step_bit(port);
  fresh_ &= ~step_bit(port);
  for (StepSet left = needed(port, next); left != 0; left &= left - 1) {
    outputs_[lowest_step(left)].buffers.reserve();
  }
  if (!turns_.empty() && decides(port)) {
    turns_[port].theirs = {next, now};
    look_at(port, next_turn(port));
  } else {
    outputs_[port].line->grant(next, now);
  }
}

// A packet of the first broadcast gets a buffer in each of its ports, or in none. Gives these
// ports.
StepSet HypercubeChipCore::inject_broadcast(Time now) {
  Broadcast& first = broadcasts_.front();
  const StepSet ports = first.ports;
  if (first.since >= now || !have_room(ports, now)) return 0;
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
    outputs_[port].buffers.put({now, packets_.put(packet),
                                static_cast<std::uint8_t>(to_all ? ports_above() : degree()),
                                static_cast<std::uint8_t>(degree()), false});
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
  const unsigned next = fixed_step(hypercube_neighbour(node_, port), destination, degree());
  output.buffers.put({now, packets_.put(packet), static_cast<std::uint8_t>(next),
                      static_cast<std::uint8_t>(degree()), waiting.contrary});
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
  Turns& turns = turns_[port];
  if (next_turn(port) > now) return;
  const bool mine = turns.mine.from < now && (turns.theirs.from >= now || !turns.last_was_mine);
  turns.last_was_mine = mine;
  const Time begin = now + (parameters_.arbitration_ticks - 2) * parameters_.tick;
  turns.free_of_both = begin + packet_time_;
  if (mine) {
    depart(port, turns.mine.next, begin, now);
    turns.mine = {};
  } else {
    const unsigned next = turns.theirs.next;
    turns.theirs = {};
    outputs_[port].line->grant(next, now);
  }
}

// When it can be decided who sends on a unidirectional link: what is reserved is known a tick
// later, and the last two of the ticks of arbitration come after the decision.
Time HypercubeChipCore::next_turn(unsigned port) const {
  const Turns& turns = turns_[port];
  const Time reserved = std::min(turns.mine.from, turns.theirs.from);
  if (reserved == never) return never;
  return std::max(reserved + parameters_.tick,
                  earlier_by(turns.free_of_both + 2 * parameters_.tick, lead_));
}

void HypercubeChipCore::depart(unsigned port, unsigned next, Time begin, Time now) {
  Output& output = outputs_[port];
  output.asked = 0;
  output.has_grant = false;
  output.link_free = begin + packet_time_;
  ++counters_.packets_sent;
  const HypercubePacketStore::Place packet = output.buffers.take(next, output.link_free);
  output.line->send(packets_[packet], begin);
  packets_.free(packet);
  look_at(port, std::min(next_ask(output), next_room(port, now)));
}

// At this time at the latest.
void HypercubeChipCore::look_at(unsigned port, Time time) {
  due_[port] = std::min(due_[port], time);
  if (time >= earliest_due_) return;
  earliest_due_ = time;
  call_at(time);
}

// While it is evaluated it asks at the end.
void HypercubeChipCore::call_at(Time time) {
  if (!evaluating_) driver_->evaluate_at(time);
}

// Something does not get a buffer of this port before another is free.
bool HypercubeChipCore::wants_room(unsigned port) const {
  return !outputs_[port].waiting.empty() || has_step(lacking_, port) ||
         (!broadcasts_.empty() && has_step(broadcasts_.front().ports, port));
}

// When a buffer is free again that somebody waits for. Those of contrary packets are looked at in
// any case, so that they are counted as long as they are there.
Time HypercubeChipCore::next_room(unsigned port, Time now) {
  HypercubePortBuffers& buffers = outputs_[port].buffers;
  buffers.settle(now);
  if (buffers.next_tail() == never) return never;
  if (!wants_room(port) && !buffers.contrary_leaves()) return never;
  return buffers.next_tail() + parameters_.tick;
}

// When it asks for something that it has not asked for.
Time HypercubeChipCore::next_ask(const Output& output) const {
  if (output.has_grant) return never;
  const Time asks = output.buffers.asks_beyond(output.asked);
  return asks == never ? never : std::max(asks, earlier_by(output.link_free, lead_));
}

Time HypercubeChipCore::next_event(Time now) {
  Time next = std::min(next_tail_, earliest_due_);
  if (fresh_ != 0) next = std::min(next, fresh_since_ + parameters_.tick);
  if (!new_.empty()) next = std::min(next, edge_after(new_.front().since, parameters_.tick));
  if (broadcasts_.empty()) return next;
  const StepSet ports = broadcasts_.front().ports;
  if (have_room(ports, now)) return std::min(next, now + parameters_.tick);
  for (StepSet left = ports; left != 0; left &= left - 1) {
    next = std::min(next, next_room(lowest_step(left), now));
  }
  return next;
}

Time HypercubeChipCore::next_event_of(unsigned port, Time now) {
  const Output& output = outputs_[port];
  Time next = std::min(next_ask(output), next_room(port, now));
  if (!turns_.empty()) next = std::min(next, next_turn(port));
  if (can_inject(output)) next = std::min(next, now + parameters_.tick);
  return next;
}

}  // namespace weft
