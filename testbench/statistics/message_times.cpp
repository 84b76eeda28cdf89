#include "testbench/statistics/message_times.hpp"

#include <algorithm>
#include <tuple>

#include "hw/t9000/packet_id.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/processors.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/packet_kinds.hpp"

namespace weft {
namespace {

// One order for all levels: of those that took as long, the ones created first.
bool slower(const SlowMessage& a, const SlowMessage& b) {
  return std::tuple(b.latency(), a.created, a.source, a.destination) <
         std::tuple(a.latency(), b.created, b.source, b.destination);
}

ReportedValue wait_at_source(const TimeMean& waits) {
  return reported::mean("wait at source", waits.mean() / nanosecond, Unit::nanoseconds,
                        static_cast<double>(waits.count()));
}

}  // namespace

MessageTimes::MessageTimes(const System& system, EventStream& events, Time warm_up)
    : warm_up_(warm_up) {
  const std::size_t processors = processors_of(system.platform()).size();
  for (std::size_t i = 0; i < processors; ++i) cores_.push_back(&processor_of(system, i));
  events.attach(*this, processor_sources(system), {EventKind::packet_received},
                EventOrder::as_reported);
  for (const EventSource& source : switch_sources(system)) {
    events.attach_hops_that_waited(*this, source);
  }
}

void MessageTimes::write(const Event& event) {
  if (const auto* hop = std::get_if<const PacketHopEvent*>(&event.report)) {
    write(event.place->index, **hop);
  } else if (const auto* packet = std::get_if<const PacketArrival*>(&event.report)) {
    write(event.place->index, **packet);
  }
}

void MessageTimes::write(std::size_t component, const PacketHopEvent& hop) {
  if (hop.tag.protocol.acknowledgement() || hop.tag.trace.id == 0) return;
  Wait& wait = waits_[hop.tag.trace.id];
  if (hop.time - hop.asked <= wait.waited) return;
  wait = {hop.time - hop.asked, component};
}

void MessageTimes::write(std::size_t processor, const PacketArrival& packet) {
  const PacketTrace& trace = packet.tag.trace;
  if (acknowledges(packet) || trace.created == never) return;
  if (cores_[processor]->counters().messages_lost != 0) return;
  const std::uint64_t channel = std::uint64_t{processor} << 32 | packet.tag.protocol.channel;
  Incoming whole = take_incoming(channel);
  if (whole.sent == never) whole.sent = trace.sent;
  whole.bytes += packet.bytes;
  if (!waits_.empty()) add_wait(trace.id, whole);
  if (!packet.tag.protocol.last) {
    incoming_[channel] = whole;
    return;
  }
  if (packet.time < warm_up_) return;
  SlowMessage one{packet_id::sender_of(trace.id),
                  processor,
                  whole.bytes,
                  trace.created,
                  whole.sent,
                  packet.time,
                  {},
                  0};
  const Time at_source = whole.sent == never ? 0 : whole.sent - trace.created;
  one.waited = at_source;
  if (whole.longest.waited > at_source) {
    one.waited = whole.longest.waited;
    one.waited_at = whole.longest.at;
  }
  if (whole.sent != never) at_source_.add(packet.time, at_source);
  arrived(one);
}

// What came in of a message before; few have more than one packet.
MessageTimes::Incoming MessageTimes::take_incoming(std::uint64_t channel) {
  if (incoming_.empty()) return {};
  const auto before = incoming_.find(channel);
  if (before == incoming_.end()) return {};
  const Incoming message = before->second;
  incoming_.erase(before);
  return message;
}

void MessageTimes::add_wait(std::uint64_t packet, Incoming& message) {
  const auto wait = waits_.find(packet);
  if (wait == waits_.end()) return;
  if (wait->second.waited > message.longest.waited) message.longest = wait->second;
  waits_.erase(wait);
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
  if (at_source_.count() != 0) values.push_back(wait_at_source(at_source_));
  return values;
}

ReportedValues MessageTimes::may_report() {
  ReportedValues values;
  may_report_latency(values, "latency");
  values.push_back(wait_at_source({}));
  return values;
}

std::vector<SlowMessage> MessageTimes::slowest() const {
  std::vector<SlowMessage> ordered = slowest_;
  std::sort(ordered.begin(), ordered.end(), slower);
  return ordered;
}

}  // namespace weft
