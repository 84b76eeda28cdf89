#include "testbench/statistics/processor_statistics.hpp"

#include "testbench/statistics/packet_kinds.hpp"

namespace weft {

ProcessorStatistics::ProcessorStatistics(std::size_t processors, Time warm_up)
    : warm_up_(warm_up), meters_(processors) {}

void ProcessorStatistics::write(const Event& event) {
  if (event.time() < warm_up_) return;
  Meter& meter = meters_[event.place->index];
  if (const auto* packet = std::get_if<const PacketArrival*>(&event.report)) meter.add(**packet);
  if (const auto* message = std::get_if<const MessageArrival*>(&event.report)) meter.add(**message);
}

void ProcessorStatistics::Meter::add(const PacketArrival& packet) {
  if (acknowledges(packet)) {
    ++acknowledgements;
    return;
  }
  ++packets;
  bytes += packet.bytes;
}

void ProcessorStatistics::Meter::add(const MessageArrival& arrival) {
  if (arrival.message.injected == never) return;
  ++messages;
  latency += arrival.time - arrival.message.injected;
}

std::vector<ProcessorValues> ProcessorStatistics::values(Time now) const {
  std::vector<ProcessorValues> values;
  for (const Meter& meter : meters_) {
    ProcessorValues& value = values.emplace_back();
    if (now <= warm_up_) continue;
    value.measured = now - warm_up_;
    value.acknowledged = meter.acknowledgements;
    value.received = meter.packets;
    value.bytes = meter.bytes;
    value.messages = meter.messages;
    if (meter.messages == 0) continue;
    value.latency_ns = static_cast<double>(meter.latency) / static_cast<double>(meter.messages) /
                       static_cast<double>(nanosecond);
  }
  return values;
}

}  // namespace weft
