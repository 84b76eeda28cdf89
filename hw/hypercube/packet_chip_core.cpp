#include "hw/hypercube/packet_chip_core.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

namespace {

// In the calendar, behind the ports.
constexpr StepSet tails_come = step_bit(most_hypercube_links);
constexpr StepSet requests_count = step_bit(most_hypercube_links + 1);

// The tail of a packet that begins after all ticks of arbitration, and what comes of it.
unsigned ticks_ahead(const HypercubeChipParameters& parameters) {
  constexpr unsigned after = 4;
  return parameters.arbitration_ticks + hypercube_packet_bytes * parameters.byte_ticks + after;
}

}  // namespace

HypercubeChipCore::HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node,
                                     HypercubeNode& memory, CycleDriver& driver)
    : degree_(checked(parameters).degree),
      node_(node),
      tick_(parameters.tick),
      lead_(parameters.arbitration == HypercubeArbitration::hidden
                ? parameters.arbitration_ticks * parameters.tick
                : 0),
      packet_time_(Time{hypercube_packet_bytes} * parameters.byte_ticks * parameters.tick),
      memory_(&memory),
      driver_(&driver),
      calendar_(parameters.tick, ticks_ahead(parameters)),
      parameters_(parameters) {
  if (node >> degree() != 0) {
    throw std::invalid_argument(
        fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
  }
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
  driver_->evaluate_at(edge_after(now, tick_));
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
  driver_->evaluate_at(edge_after(now, tick_));
}

void HypercubeChipCore::evaluate(Time now) {
  if (const Time next = step(now); next != never) driver_->evaluate_at(next);
}

Time HypercubeChipCore::step(Time now) {
  evaluating_ = true;
  StepSet changed = calendar_.take(now);
  if ((changed & tails_come) != 0) deliver(now);
  if (!new_.empty()) changed |= choose_steps(now);
  if (fresh_ != 0 && fresh_since_ < now) count_fresh();
  if (to_serve_ || (changed & lacking_) != 0) serve_links(now);
  if (!broadcasts_.empty()) changed |= inject_broadcast(now);
  for (StepSet left = changed & all_ports(); left != 0; left &= left - 1) {
    look_at(lowest_step(left), now);
  }
  evaluating_ = false;
  called_for_ = calendar_.next(now);
  if (!new_.empty()) called_for_ = std::min(called_for_, edge_after(new_.front().since, tick_));
  if (!broadcasts_.empty()) called_for_ = std::min(called_for_, next_broadcast(now));
  return called_for_;
}

void HypercubeChipCore::fetch(Time now, bool far) const {
  for (StepSet left = calendar_.at(now) & all_ports(); left != 0; left &= left - 1) {
    const Output& output = outputs_[lowest_step(left)];
    if (far) {
      output.buffers.fetch();
    } else {
      fetch(output);
    }
  }
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    const Output& output = outputs_[lowest_step(left)];
    const unsigned first = inputs_[lowest_step(left)].first;
    if (far) {
      __builtin_prefetch(output.line);
    } else {
      fetch(output);
      if (first < degree()) fetch(outputs_[first]);
    }
  }
}

void HypercubeChipCore::fetch(const Output& output) {
  __builtin_prefetch(&output);
  __builtin_prefetch(&output.line);
}

// Something may have changed at this port.
void HypercubeChipCore::look_at(unsigned port, Time now) {
  Output& output = outputs_[port];
  Time next = never;
  if (has_step(waiting_, port)) {
    output.buffers.settle(now);
    inject(port, now);
    if (can_inject(output)) next = now + tick_;
  }
  ask(output, now);
  next = std::min({next, next_ask(output), next_room(port, now)});
  if (!turns_.empty()) {
    give_turn(port, now);
    next = std::min(next, next_turn(port));
  }
  if (next != never) calendar_.note(step_bit(port), next);
}

void HypercubeChipCore::requested(unsigned port, HypercubeRequest request, Time at) {
  // what was reserved for it has not reached the far end yet
  if (!turns_.empty() && turns_[port].theirs.from != never) return;
  if (fresh_since_ < at) {
    count_fresh();
    fresh_since_ = at;
  }
  Input& input = inputs_[port];
  if ((input.wanted | input.fresh) == 0) input.first = request.first;
  input.fresh |= request.wanted & ~input.wanted;
  fresh_ |= step_bit(port);
  note(requests_count, at + tick_);
}

void HypercubeChipCore::granted(unsigned port, unsigned next, Time at, Time now) {
  const unsigned arbitration = parameters_.arbitration_ticks;
  if (turns_.empty()) {
    depart(port, next, at + (arbitration - 1) * tick_, now);
  } else if (decides(port)) {
    turns_[port].mine = {next, at};
    outputs_[port].has_grant = true;
    note(step_bit(port), next_turn(port));
  } else {
    depart(port, next, at + (arbitration - 2) * tick_, now);
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
  note(step_bit(port), std::max(held.asks, earlier_by(output.link_free, lead_)));
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
  note(tails_come, packet.tail);
}

// Each of its places in the store is held for a port, or is this node's; what a line has been given
// already is in the store no more.
void HypercubeChipCore::packet_ends(unsigned port, const HypercubePacket& packet, Time now) {
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  const unsigned step = to_all ? degree() : fixed_step(node_, packet.destination, degree());
  for (StepSet left = to_all ? ports_above(port) : step_bit(step) & all_ports(); left != 0;
       left &= left - 1) {
    Output& output = outputs_[lowest_step(left)];
    if (const auto place = output.buffers.find(port, now - lead_)) {
      packets_.complete(*place, packet.data);
    } else {
      output.line->complete(packet);
    }
  }
  for (std::uint32_t i = 0; step == degree() && i < arriving_.size(); ++i) {
    if (arriving_[i].tail != now || arriving_[i].port != port) continue;
    packets_.complete(arriving_[i].packet, packet.data);
    return;
  }
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

void HypercubeChipCore::deliver(Time now) {
  while (!arriving_.empty() && arriving_.front().tail <= now) {
    const Arriving arriving = arriving_.front();
    arriving_.pop();
    ++counters_.packets_arrived;
    memory_->arrived(packets_[arriving.packet], arriving.port, arriving.tail);
    packets_.free(arriving.packet);
  }
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
    waiting_ |= step_bit(step);
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

// What is left lacks room, and is looked at again when some ports that it needs may have it.
void HypercubeChipCore::serve_links(Time now) {
  if ((asking_ & (asking_ - 1)) == 0) {
    serve_one(lowest_step(asking_), now);
  } else {
    serve_all(now);
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
    const unsigned port = lowest_step(left);
    if (const Time room = next_room(port, now); room != never) note(step_bit(port), room);
  }
}

// First what the longest waiting packet of each link needs, then what others could use.
void HypercubeChipCore::serve_all(Time now) {
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
}

// The same for the only link that asks.
void HypercubeChipCore::serve_one(unsigned port, Time now) {
  const Input& input = inputs_[port];
  StepSet wanted = input.wanted;
  unsigned next = has_step(wanted, input.first)     ? input.first
                  : has_step(wanted, ports_above()) ? ports_above()
                                                    : lowest_step(wanted);
  while (!have_room(needed(port, next), now)) {
    wanted &= ~step_bit(next);
    if (wanted == 0) return;
    next = has_step(wanted, ports_above()) ? ports_above() : lowest_step(wanted);
  }
  reserve(port, next, now);
  if (next < degree()) outputs_[next].served = port;
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
    note(step_bit(port), next_turn(port));
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
  if (++first.packets_in == first.message.packets) {
    broadcasts_.pop();
    broadcasting_ = broadcasts_.empty() ? 0 : broadcasts_.front().ports;
  }
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
  if (++waiting.packets_in < waiting.message.packets) return;
  output.waiting.pop();
  if (output.waiting.empty()) waiting_ &= ~step_bit(port);
}

void HypercubeChipCore::ask(Output& output, Time now) {
  if (output.buffers.held() == 0 || output.has_grant || output.link_free > now + lead_) return;
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
  const Time begin = now + (parameters_.arbitration_ticks - 2) * tick_;
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
  return std::max(reserved + tick_, earlier_by(turns.free_of_both + 2 * tick_, lead_));
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
  const Time look = std::min(next_ask(output), next_room(port, now));
  if (look != never) note(step_bit(port), look);
}

// While it is evaluated it asks to be called at the end.
void HypercubeChipCore::note(StepSet what, Time time) {
  calendar_.note(what, time);
  if (evaluating_ || time >= called_for_) return;
  called_for_ = time;
  driver_->evaluate_at(time);
}

// When a buffer is free again that somebody waits for. Those of contrary packets are looked at in
// any case, so that they are counted as long as they are there.
Time HypercubeChipCore::next_room(unsigned port, Time now) {
  HypercubePortBuffers& buffers = outputs_[port].buffers;
  const StepSet awaited = waiting_ | lacking_ | broadcasting_;
  if (!has_step(awaited, port) && !buffers.contrary_leaves()) return never;
  buffers.settle(now);
  return buffers.next_tail() == never ? never : buffers.next_tail() + tick_;
}

// When it asks for something that it has not asked for.
Time HypercubeChipCore::next_ask(const Output& output) const {
  if (output.has_grant) return never;
  const Time asks = output.buffers.asks_beyond(output.asked);
  return asks == never ? never : std::max(asks, earlier_by(output.link_free, lead_));
}

// When the first broadcast may go on.
Time HypercubeChipCore::next_broadcast(Time now) {
  if (have_room(broadcasting_, now)) return now + tick_;
  Time next = never;
  for (StepSet left = broadcasting_; left != 0; left &= left - 1) {
    next = std::min(next, next_room(lowest_step(left), now));
  }
  return next;
}

}  // namespace weft
