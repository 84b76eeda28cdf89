#include "testbench/statistics/latency_statistics.hpp"

#include <string>

#include "testbench/statistics/packet_kinds.hpp"

namespace weft {
namespace {

double in_ns(double ps) { return ps / static_cast<double>(nanosecond); }

void report_hops(ReportedValues& values, const Distribution& hops) {
  values.push_back(
      reported::mean("hops", hops.mean(), Unit::routers, static_cast<double>(hops.count())));
  values.push_back(reported::figure("hops", Statistic::maximum, static_cast<double>(hops.maximum()),
                                    Unit::routers));
}

void add_latency(ReportedValues& values, const std::string& what, const Distribution& latency) {
  const auto samples = static_cast<double>(latency.count());
  const auto add = [&](Statistic statistic, double ps) {
    values.push_back(reported::figure(what, statistic, in_ns(ps), Unit::nanoseconds));
  };
  values.push_back(reported::mean(what, in_ns(latency.mean()), Unit::nanoseconds, samples));
  add(Statistic::standard_deviation, latency.standard_deviation());
  add(Statistic::minimum, static_cast<double>(latency.minimum()));
  add(Statistic::median, latency.percentile(50));
  add(Statistic::percentile_95, latency.percentile(95));
  add(Statistic::percentile_99, latency.percentile(99));
  add(Statistic::maximum, static_cast<double>(latency.maximum()));
}

}  // namespace

void report_latency(ReportedValues& values, const std::string& what, const Distribution& latency) {
  if (latency.count() != 0) add_latency(values, what, latency);
}

void report_latency(ReportedValues& values, const std::string& what, const LatencySeries& latency) {
  report_latency(values, what, latency.distribution());
  if (const auto half_width = latency.half_width_95()) {
    values.push_back(
        reported::figure(what, Statistic::half_width_95, in_ns(*half_width), Unit::nanoseconds));
  }
}

void may_report_distribution(ReportedValues& values, const std::string& what) {
  add_latency(values, what, {});
}

void may_report_latency(ReportedValues& values, const std::string& what) {
  may_report_distribution(values, what);
  values.push_back(reported::figure(what, Statistic::half_width_95, 0, Unit::nanoseconds));
}

LatencyStatistics::LatencyStatistics(Time warm_up)
    : warm_up_(warm_up),
      packets_(warm_up),
      acknowledgements_(warm_up),
      messages_(warm_up),
      bytes_(warm_up) {}

void LatencyStatistics::write(const Event& event) {
  if (const auto* packet = std::get_if<const PacketArrival*>(&event.report)) write(**packet);
  if (const auto* message = std::get_if<const MessageArrival*>(&event.report)) write(**message);
}

void LatencyStatistics::write(const PacketArrival& packet) {
  if (acknowledges(packet)) return acknowledgements_.add(packet.time);
  packets_.add(packet.time);
  bytes_.add(packet.time, packet.bytes);
  if (packet.time < warm_up_ || packet.tag.trace.id == 0) return;
  packet_latency_.add(packet.time, packet.time - packet.tag.protocol.injected);
  hops_.add(packet.tag.protocol.hops);
}

void LatencyStatistics::write(const MessageArrival& arrival) {
  messages_.add(arrival.time);
  if (arrival.time < warm_up_ || arrival.message.injected == never) return;
  message_latency_.add(arrival.time, arrival.time - arrival.message.injected);
}

ReportedValues LatencyStatistics::report(Time now) const {
  constexpr double mega = 1e6;
  ReportedValues values{
      reported::count("messages completed", static_cast<double>(messages_.measured())),
      reported::count("data packets", static_cast<double>(packets_.measured())),
      reported::count("acknowledgement packets", static_cast<double>(acknowledgements_.measured())),
      reported::count("packet bytes", static_cast<double>(bytes_.measured()), Unit::bytes),
      reported::rate("packet throughput", bytes_.rate(now) / mega, Unit::megabytes_per_second),
  };
  if (hops_.count() != 0) report_hops(values, hops_);
  report_latency(values, "packet latency", packet_latency());
  report_latency(values, "message latency", message_latency_);
  return values;
}

ReportedValues LatencyStatistics::may_report() {
  ReportedValues values;
  report_hops(values, {});
  may_report_distribution(values, "packet latency");
  may_report_latency(values, "message latency");
  return values;
}

}  // namespace weft
