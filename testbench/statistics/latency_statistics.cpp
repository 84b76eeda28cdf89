#include "testbench/statistics/latency_statistics.hpp"

#include <string>

namespace weft {
namespace {

double in_ns(double ps) { return ps / static_cast<double>(nanosecond); }

}  // namespace

void report_latency(ReportedValues& values, const std::string& what, const Distribution& latency) {
  const auto samples = static_cast<double>(latency.count());
  values.push_back({what + ", mean", in_ns(latency.mean()), "ns", samples});
  values.push_back({what + ", standard deviation", in_ns(latency.standard_deviation()), "ns"});
  values.push_back({what + ", minimum", in_ns(static_cast<double>(latency.minimum())), "ns"});
  values.push_back({what + ", median", in_ns(latency.percentile(50)), "ns"});
  values.push_back({what + ", 95th percentile", in_ns(latency.percentile(95)), "ns"});
  values.push_back({what + ", 99th percentile", in_ns(latency.percentile(99)), "ns"});
  values.push_back({what + ", maximum", in_ns(static_cast<double>(latency.maximum())), "ns"});
}

LatencyStatistics::LatencyStatistics(Time warm_up)
    : warm_up_(warm_up),
      packets_(warm_up),
      acknowledgements_(warm_up),
      messages_(warm_up),
      bytes_(warm_up) {}

void LatencyStatistics::observe(T9000Reports& reports) {
  reports.packets.bind(*this);
  reports.messages.bind(*this);
}

void LatencyStatistics::write(const PacketArrival& packet) {
  if (packet.tag.protocol.acknowledgement()) return acknowledgements_.add(packet.time);
  packets_.add(packet.time);
  bytes_.add(packet.time, packet.bytes);
  if (packet.time < warm_up_ || packet.tag.trace.id == 0) return;
  packet_latency_.add(packet.time - packet.tag.protocol.injected);
  hops_.add(packet.tag.protocol.hops);
}

void LatencyStatistics::write(const MessageArrival& arrival) {
  messages_.add(arrival.time);
  if (arrival.time < warm_up_ || arrival.message.injected == never) return;
  message_latency_.add(arrival.time - arrival.message.injected);
  message_batches_.add(static_cast<double>(arrival.time - arrival.message.injected));
}

ReportedValues LatencyStatistics::report(Time now) const {
  constexpr double mega = 1e6;
  ReportedValues values{
      {"messages completed", static_cast<double>(messages_.measured()), ""},
      {"data packets", static_cast<double>(packets_.measured()), ""},
      {"acknowledgement packets", static_cast<double>(acknowledgements_.measured()), ""},
      {"packet bytes", static_cast<double>(bytes_.measured()), "bytes"},
      {"packet throughput", bytes_.rate(now) / mega, "MB/s"},
  };
  if (hops_.count() != 0) {
    values.push_back({"hops, mean", hops_.mean(), "routers", static_cast<double>(hops_.count())});
    values.push_back({"hops, maximum", static_cast<double>(hops_.maximum()), "routers"});
  }
  if (packet_latency_.count() != 0) report_latency(values, "packet latency", packet_latency_);
  if (message_latency_.count() != 0) report_latency(values, "message latency", message_latency_);
  if (const auto half_width = message_batches_.half_width_95()) {
    // where nothing varies, what is left is the rounding of the sums
    const bool varies = message_latency_.minimum() != message_latency_.maximum();
    values.push_back(
        {"message latency, 95 % interval of the mean, +-", varies ? in_ns(*half_width) : 0, "ns"});
  }
  return values;
}

}  // namespace weft
