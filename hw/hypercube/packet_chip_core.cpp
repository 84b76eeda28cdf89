#include "hw/hypercube/packet_chip_core.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

HypercubeChipCore::HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node,
                                     HypercubeNode& memory, CycleDriver& driver)
    : HypercubeChipCore(parameters, node, memory,
                        std::make_unique<HypercubeChipCalendar>(
                            HypercubeChipTimes(checked(parameters)), 1, driver),
                        nullptr) {}

HypercubeChipCore::HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node,
                                     HypercubeNode& memory, HypercubeChipCalendar& calendar)
    : HypercubeChipCore(parameters, node, memory, nullptr, &calendar) {}

HypercubeChipCore::HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node,
                                     HypercubeNode& memory,
                                     std::unique_ptr<HypercubeChipCalendar> own,
                                     HypercubeChipCalendar* shared)
    : degree_(static_cast<std::uint8_t>(checked(parameters).degree)),
      unidirectional_(parameters.links == HypercubeLinks::unidirectional),
      node_(static_cast<std::uint16_t>(node)),
      calendar_(own ? own.get() : shared),
      outputs_(calendar_->memory()),
      memory_(&memory),
      waiting_in_memory_(degree_, calendar_->memory()),
      parameters_(parameters),
      own_calendar_(std::move(own)) {
  if (node >> degree() != 0) {
    throw std::invalid_argument(
        fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
  }
  place_ = calendar_->enter(*this);
  outputs_.reserve(degree());
  for (unsigned port = 0; port < degree(); ++port) {
    outputs_.emplace_back(parameters.buffers);
  }
  served_.fill(static_cast<std::uint8_t>(degree() - 1));
  if (unidirectional_) turns_.resize(degree());
  if (parameters.pair_order == HypercubePairOrder::same_step) {
    step_to_.resize(std::size_t{1} << degree());
  }
}

void HypercubeChipCore::join(unsigned port, HypercubeChipCore& far, unsigned far_port) {
  outputs_[port].far = &far;
  outputs_[port].far_port = static_cast<std::uint8_t>(far_port);
  outputs_[port].shares = calendar_ == far.calendar_;
}

void HypercubeChipCore::evaluate(Time now, StepSet due) {
  if ((due & tails_come) != 0) deliver(now);
  if (new_come_) due |= choose_steps(now);
  if (fresh_ != 0 && fresh_since_ < now) count_fresh();
  if (to_serve_ || (due & lacking_) != 0) serve_links(due, now);
  if (broadcasting_ != 0) due |= inject_broadcast(now);
  for (StepSet left = due & all_ports(); left != 0; left &= left - 1) {
    look_at(lowest_step(left), now);
  }
  if (broadcasting_ == 0) return;
  if (const Time next = next_broadcast(now); next != never) note(other_work, next);
}

// Something may have changed at this port.
void HypercubeChipCore::look_at(unsigned port, Time now) {
  Time next = never;
  if (has_step(waiting_, port)) {
    outputs_[port].buffers.settle(now);
    inject(port, now);
    if (can_inject(port)) next = now + times().tick;
  }
  ask(port, now);
  next = std::min({next, next_ask(outputs_[port]), next_room(port, now)});
  if (unidirectional_) {
    give_turn(port, now);
    next = std::min(next, next_turn(port));
  }
  if (next != never) note(step_bit(port), next);
}

void HypercubeChipCore::requested(unsigned port, HypercubeRequest request, Time at) {
  // what was reserved for it has not reached the far end yet
  if (unidirectional_ && turns_[port].theirs.from != never) return;
  if (fresh_since_ < at) {
    count_fresh();
    fresh_since_ = at;
  }
  Input& input = inputs_[port];
  if ((input.wanted | input.fresh) == 0) input.first = static_cast<std::uint8_t>(request.first);
  input.fresh = narrow_steps(input.fresh | (request.wanted & ~input.wanted));
  fresh_ |= step_bit(port);
  note(other_work, at + times().tick);
}

void HypercubeChipCore::granted(unsigned port, unsigned next, Time at, Time now) {
  if (unidirectional_ && decides(port)) {
    turns_[port].mine = {next, at};
    outputs_[port].has_grant = true;
    note(step_bit(port), next_turn(port));
  } else {
    depart(port, next, at + times().after_grant, now);
  }
}

void HypercubeChipCore::packet_begins(unsigned port, const HypercubePacket& packet, Time begin) {
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  comes(port, {packets().put(packet), packet.destination, to_all}, begin);
}

void HypercubeChipCore::comes(unsigned port, const HypercubePacketPlace& packet, Time begin) {
  if (packet.to_all) return comes_to_all(port, packet, begin);
  const unsigned step = fixed_step(node_, packet.destination, degree());
  if (step == degree()) {
    arrive({begin + times().packet, packet.number, static_cast<std::uint8_t>(port)});
  } else {
    hold(step, HypercubeHeldPacket(begin + times().asks_after, packet,
                                   needed_behind(step, packet.destination), port, false));
  }
}

// There is one of it for each port that it goes on by, and one for this node.
void HypercubeChipCore::comes_to_all(unsigned port, const HypercubePacketPlace& packet,
                                     Time begin) {
  for (StepSet left = ports_above(port); left != 0; left &= left - 1) {
    const HypercubePacket copied = packets()[packet.number];
    const HypercubePacketPlace copy{packets().put(copied), packet.destination, true};
    hold(lowest_step(left),
         HypercubeHeldPacket(begin + times().asks_after, copy, ports_above(), port, false));
  }
  arrive({begin + times().packet, packet.number, static_cast<std::uint8_t>(port)});
}

// It comes in by a link.
void HypercubeChipCore::hold(unsigned port, const HypercubeHeldPacket& held) {
  Output& output = outputs_[port];
  output.buffers.put(held);
  if (output.has_grant || has_step(output.asked, held.next)) return;
  note(step_bit(port), std::max(held.asks, earlier_by(output.buffers.last_tail(), times().lead)));
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

// Each copy of it is held for a port, or is this node's; what a line has been given already is held
// no more.
void HypercubeChipCore::packet_goes_on(unsigned port, const HypercubePacket& packet, Time begin) {
  const bool to_all = packet.first_step == hypercube_broadcast_tag;
  const unsigned step = to_all ? degree() : fixed_step(node_, packet.destination, degree());
  for (StepSet left = to_all ? ports_above(port) : step_bit(step) & all_ports(); left != 0;
       left &= left - 1) {
    const unsigned output = lowest_step(left);
    if (const auto held = outputs_[output].buffers.find(port, begin + times().asks_after)) {
      packets()[*held].data = packet.data;
    } else {
      lines_[output]->send_more(packet);
    }
  }
  for (std::uint32_t i = 0; step == degree() && i < arriving_.size(); ++i) {
    if (arriving_[i].tail != begin + times().packet || arriving_[i].port != port) continue;
    packets()[arriving_[i].packet].data = packet.data;
    return;
  }
}

std::uint64_t HypercubeChipCore::queue(unsigned port) const {
  return outputs_[port].buffers.used() + waiting_in_memory_[port].packets;
}

bool HypercubeChipCore::empty() const {
  return new_.empty() && broadcasts_.empty() && arriving_.empty() && waiting_ == 0 &&
         std::all_of(outputs_.begin(), outputs_.end(),
                     [](const Output& output) { return output.buffers.empty(); });
}

void HypercubeChipCore::deliver(Time now) {
  while (!arriving_.empty() && arriving_.front().tail <= now) {
    const Arriving arriving = arriving_.front();
    arriving_.pop();
    ++counters_.packets_arrived;
    memory_->arrived(packets()[arriving.packet], arriving.port, arriving.tail);
    packets().remove(arriving.packet);
  }
}

void HypercubeChipCore::ask(unsigned port, Time now) {
  Output& output = outputs_[port];
  HypercubePortBuffers& buffers = output.buffers;
  if (buffers.held() == 0 || output.has_grant || buffers.last_tail() > now + times().lead) return;
  const StepSet wanted = buffers.wanted(now);
  if ((wanted & ~StepSet{output.asked}) == 0) return;
  output.asked = narrow_steps(wanted);
  const HypercubeRequest request{wanted, buffers.wanted_first()};
  if (output.far != nullptr) {
    output.far->requested(output.far_port, request, now);
  } else {
    lines_[port]->request(request, now);
  }
}

void HypercubeChipCore::grant(unsigned port, unsigned next, Time now) {
  const Output& output = outputs_[port];
  if (output.far != nullptr) {
    output.far->granted(output.far_port, next, now, now);
  } else {
    lines_[port]->grant(next, now);
  }
}

void HypercubeChipCore::depart(unsigned port, unsigned next, Time begin, Time now) {
  Output& output = outputs_[port];
  output.asked = 0;
  output.has_grant = false;
  ++counters_.packets_sent;
  const HypercubePacketPlace packet = output.buffers.take(next, begin + times().packet, now);
  if (output.shares) {
    output.far->comes(output.far_port, packet, begin);
    calendar_->tell(lines_[port], packet.number, begin);
  } else {
    send(port, packets()[packet.number], begin);
    packets().remove(packet.number);
  }
  const Time look = std::min(next_ask(output), next_room(port, now));
  if (look != never) note(step_bit(port), look);
}

// To where it stands in another store.
void HypercubeChipCore::send(unsigned port, const HypercubePacket& packet, Time begin) {
  const Output& output = outputs_[port];
  if (output.far != nullptr) output.far->packet_begins(output.far_port, packet, begin);
  lines_[port]->send(packet, begin);
}

// When a buffer is free again that somebody waits for. Those of contrary packets are looked at in
// any case, so that they are counted as long as they are there.
Time HypercubeChipCore::next_room(unsigned port, Time now) {
  HypercubePortBuffers& buffers = outputs_[port].buffers;
  const StepSet awaited = waiting_ | lacking_ | broadcasting_;
  if (!has_step(awaited, port) && !buffers.contrary_leaves()) return never;
  buffers.settle(now);
  return buffers.next_tail() == never ? never : buffers.next_tail() + times().tick;
}

// When it asks for something that it has not asked for.
Time HypercubeChipCore::next_ask(const Output& output) const {
  if (output.has_grant) return never;
  const Time asks = output.buffers.asks_beyond(output.asked);
  return asks == never ? never
                       : std::max(asks, earlier_by(output.buffers.last_tail(), times().lead));
}

}  // namespace weft
