#include "hw/adaptive/adaptive_core.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace weft {

AdaptiveCore::AdaptiveCore(unsigned links, Time clock, Time routing_latency, RouterPlace place,
                           std::uint64_t seed, CycleDriver& driver)
    : clock_(clock),
      routing_latency_(routing_latency),
      place_(std::move(place)),
      random_(seed, "routing"),
      driver_(&driver),
      inputs_(links),
      outputs_(links) {}

void AdaptiveCore::packet_begins(unsigned port, PacketTransfer&& packet, Time now) {
  const TransitPointer transit(&transits_.take(transits_));
  transit->packet = std::move(packet);
  transit->profitable = place_.routes.profitable(transit->packet.header);
  transit->ready = std::max(edge_from(transit->packet.header_in() + routing_latency_, clock_),
                            edge_after(now, clock_));
  transit->tail = transit->packet.end;
  transit->line = nullptr;
  transit->input = port;
  Input& input = inputs_[port];
  if (transit->tail == never) input.arriving = transit;
  driver_->evaluate_at(transit->ready);
  input.waiting.push(transit);
}

void AdaptiveCore::packet_ends(unsigned port, Time end, Time) {
  const TransitPointer packet = std::move(inputs_[port].arriving);
  packet->tail = end;
  if (packet->line != nullptr) {
    set_end(*packet);
    packet->line->tell_end(packet->packet.end);
    driver_->evaluate_at(edge_from(packet->packet.end, clock_));
  }
  driver_->evaluate_at(edge_after(end, clock_));
}

void AdaptiveCore::frame_free(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (output.fresh_since != now) {
    output.far_frames += std::exchange(output.fresh_frames, 0);
    output.fresh_since = now;
  }
  ++output.fresh_frames;
  driver_->evaluate_at(edge_after(now, clock_));
}

void AdaptiveCore::evaluate(Time now) {
  settle(now);
  drop_strays(now);
  route(now);
  begin_packets(now);
  if (const Time next = next_event(now); next != never) driver_->evaluate_at(next);
}

// Frames that have become free.
void AdaptiveCore::settle(Time now) {
  for (Input& input : inputs_) {
    if (input.draining == nullptr || input.draining->tail >= now) continue;
    input.draining.reset();
    outputs_[static_cast<std::size_t>(&input - inputs_.data())].line->free_frame();
  }
  for (Output& output : outputs_) {
    if (output.fresh_since < now) output.far_frames += std::exchange(output.fresh_frames, 0);
    if (output.packet != nullptr && output.packet->line != nullptr &&
        output.packet->packet.end <= now) {
      output.packet.reset();
    }
  }
}

void AdaptiveCore::drop_strays(Time now) {
  for (unsigned port = 0; port < links(); ++port) {
    for (const Transit* head = ready(port, now); head != nullptr && head->profitable == 0;
         head = ready(port, now)) {
      take(port, now);
      ++counters_.header_errors;
    }
  }
}

void AdaptiveCore::begin_packets(Time now) {
  for (unsigned port = 0; port < links(); ++port) {
    Output& output = outputs_[port];
    if (output.packet == nullptr || output.packet->line != nullptr || output.far_frames == 0) {
      continue;
    }
    --output.far_frames;
    Transit& transit = *output.packet;
    transit.line = output.line;
    transit.packet.begin = now;
    transit.packet.bit_time = output.line->bit_time();
    PacketTag& tag = transit.packet.tag;
    ++tag.protocol.hops;
    if (contains(place_.network, port)) tag.trace.leaves_router(now);
    if (hears_of_hop(transit.ready, now)) {
      observer()->hops({now, tag, transit.input, port, transit.ready});
    }
    set_end(transit);
    output.line->send(PacketTransfer(transit.packet));
  }
}

// The tail cannot leave before it has come.
void AdaptiveCore::set_end(Transit& transit) const {
  PacketTransfer& packet = transit.packet;
  packet.end = never;
  if (transit.tail == never) return;
  packet.end = std::max(packet.begin + packet.bits() * packet.bit_time,
                        transit.tail + bit_count(eop_token) * packet.bit_time);
}

const AdaptiveCore::Transit* AdaptiveCore::ready(unsigned port, Time now) const {
  const auto& waiting = inputs_[port].waiting;
  if (waiting.empty() || waiting.front()->ready > now) return nullptr;
  return waiting.front().get();
}

AdaptiveCore::TransitPointer AdaptiveCore::take(unsigned port, Time now) {
  Input& input = inputs_[port];
  TransitPointer packet = std::move(input.waiting.front());
  input.waiting.pop();
  if (packet->tail < now) {
    outputs_[port].line->free_frame();
  } else {
    input.draining = packet;
  }
  return packet;
}

unsigned AdaptiveCore::far_frames(unsigned port) const {
  const Output& output = outputs_[port];
  const bool waits = output.packet != nullptr && output.packet->line == nullptr;
  return waits && output.far_frames != 0 ? output.far_frames - 1 : output.far_frames;
}

void AdaptiveCore::place(TransitPointer packet, unsigned output) {
  ++counters_.packets_routed;
  if (!contains(packet->profitable, output)) ++counters_.packets_derouted;
  outputs_[output].packet = std::move(packet);
}

unsigned AdaptiveCore::random_link(LinkSet set) {
  for (auto skip = random_.below(static_cast<unsigned>(std::popcount(set))); skip != 0; --skip) {
    set &= set - 1;
  }
  return static_cast<unsigned>(std::countr_zero(set));
}

StandingPacket AdaptiveCore::packet_at(unsigned input, Time now) const {
  using State = StandingPacket::State;
  const auto& waiting = inputs_[input].waiting;
  if (waiting.empty()) return {};
  const PacketTransfer& packet = waiting.front()->packet;
  if (ready(input, now) == nullptr) return {State::routing, packet.tag, packet.header, 0};
  return {State::waits, packet.tag, packet.header, ways_out()};
}

OutputState AdaptiveCore::output(unsigned port, Time) const {
  const Output& output = outputs_[port];
  OutputState state;
  state.dead = output.line == nullptr;
  state.awaits_room = output.far_frames + output.fresh_frames == 0;
  return state;
}

LinkSet AdaptiveCore::ways_out() const {
  LinkSet ways = network() | wanted_by_kept();
  for (const Input& input : inputs_) {
    for (std::uint32_t i = 0; i < input.waiting.size(); ++i) ways |= input.waiting[i]->profitable;
  }
  for (const Output& output : outputs_) {
    if (output.packet != nullptr) ways |= output.packet->profitable;
  }
  return ways;
}

Time AdaptiveCore::next_event(Time now) const {
  Time next = never;
  for (const Input& input : inputs_) {
    for (std::uint32_t i = 0; i < input.waiting.size(); ++i) {
      const TransitPointer& packet = input.waiting[i];
      if (packet->ready > now) next = std::min(next, packet->ready);
      if (packet->tail != never && packet->tail >= now) {
        next = std::min(next, edge_after(packet->tail, clock_));
      }
    }
    if (input.draining != nullptr && input.draining->tail != never) {
      next = std::min(next, edge_after(input.draining->tail, clock_));
    }
  }
  for (const Output& output : outputs_) {
    if (output.fresh_frames != 0) next = std::min(next, edge_after(output.fresh_since, clock_));
    if (output.packet != nullptr && output.packet->line != nullptr &&
        output.packet->packet.end != never) {
      next = std::min(next, edge_from(output.packet->packet.end, clock_));
    }
  }
  return next;
}

}  // namespace weft
