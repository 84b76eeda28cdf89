#include "testbench/statistics/message_times.hpp"

#include <algorithm>
#include <tuple>

#include "testbench/events/event_sources.hpp"
#include "testbench/statistics/latency_statistics.hpp"

namespace weft {
namespace {

// One order for all levels: of those that took as long, the ones created first.
bool slower(const SlowMessage& a, const SlowMessage& b) {
  return std::tuple(b.latency(), a.created, a.source, a.destination) <
         std::tuple(a.latency(), b.created, b.source, b.destination);
}

}  // namespace

MessageTimes::MessageTimes(const System& system, SocketTable& sockets, EventStream& events,
                           Time warm_up)
    : sockets_(&sockets), warm_up_(warm_up) {
  events.attach(*this, processor_sources(system), {EventKind::packet_received},
                EventOrder::as_reported);
  events.attach(*this, switch_sources(system), {EventKind::hop}, EventOrder::as_reported);
}

void MessageTimes::write(const Event& event) {
  if (const auto* hop = std::get_if<const PacketHopEvent*>(&event.report)) {
    write(event.place->index, **hop);
  } else if (const auto* packet = std::get_if<const PacketArrival*>(&event.report)) {
    write(event.place->index, **packet);
  }
}

void MessageTimes::write(std::size_t component, const PacketHopEvent& hop) {
  if (hop.time <= hop.asked || hop.tag.protocol.acknowledgement() || hop.tag.trace.id == 0) return;
  Wait& wait = waits_[hop.tag.trace.id];
  if (hop.time - hop.asked <= wait.waited) return;
  wait = {hop.time - hop.asked, component};
}

void MessageTimes::write(std::size_t processor, const PacketArrival& packet) {
  if (packet.tag.protocol.acknowledgement() || packet.tag.trace.id == 0) return;
  Connection* connection = sockets_->incoming(processor, packet.tag.protocol.channel);
  if (connection == nullptr || connection->under_way.empty()) return;
  if (sockets_->core(processor).counters().messages_lost != 0) return;
  Incoming& message = incoming_[connection];
  if (message.sent == never) message.sent = packet.tag.trace.sent;
  if (const auto wait = waits_.find(packet.tag.trace.id); wait != waits_.end()) {
    if (wait->second.waited > message.longest.waited) message.longest = wait->second;
    waits_.erase(wait);
  }
  if (!packet.tag.protocol.last) return;
  const GivenMessage given = connection->under_way.front();
  connection->under_way.pop();
  const Incoming whole = message;
  message = {};
  if (packet.time < warm_up_) return;
  SlowMessage one{connection->sender, processor,   given.bytes, given.created,
                  whole.sent,         packet.time, {},          0};
  const Time at_source = whole.sent == never ? 0 : whole.sent - given.created;
  one.waited = at_source;
  if (whole.longest.waited > at_source) {
    one.waited = whole.longest.waited;
    one.waited_at = whole.longest.at;
  }
  if (whole.sent != never) at_source_.add(packet.time, at_source);
  arrived(one);
}

void MessageTimes::arrived(const SlowMessage& message) {
  latency_.add(message.arrived, message.latency());
  if (slowest_.size() < most_slowest_) {
    slowest_.push_back(message);
  } else {
    if (slowest_.empty() || !slower(message, slowest_.front())) return;
    std::pop_heap(slowest_.begin(), slowest_.end(), slower);
    slowest_.back() = message;
  }
  std::push_heap(slowest_.begin(), slowest_.end(), slower);
}

ReportedValues MessageTimes::report() const {
  ReportedValues values;
  report_latency(values, "latency", latency_);
  if (at_source_.count() != 0) {
    const Distribution& at_source = at_source_.distribution();
    values.push_back(reported::mean("wait at source", at_source.mean() / nanosecond,
                                    Unit::nanoseconds, static_cast<double>(at_source.count())));
  }
  return values;
}

std::vector<SlowMessage> MessageTimes::slowest() const {
  std::vector<SlowMessage> ordered = slowest_;
  std::sort(ordered.begin(), ordered.end(), slower);
  return ordered;
}

}  // namespace weft
