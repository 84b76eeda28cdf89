#include "testbench/statistics/packet_lifetimes.hpp"

#include <string>
#include <utility>

namespace weft {
namespace {

void add(PacketLifetimes::Times& times, const PacketArrival& packet) {
  times.created.add(packet.time, packet.time - packet.tag.protocol.injected);
  if (packet.tag.trace.sent != never)
    times.sent.add(packet.time, packet.time - packet.tag.trace.sent);
  if (packet.tag.trace.routed != never)
    times.routed.add(packet.time, packet.time - packet.tag.trace.routed);
}

void report_mean(ReportedValues& values, const std::string& name, const LatencySeries& series) {
  const Distribution& times = series.distribution();
  if (times.count() == 0) return;
  values.push_back(reported::mean(name, times.mean() / nanosecond, Unit::nanoseconds,
                                  static_cast<double>(times.count())));
}

void report_times(ReportedValues& values, const std::string& who,
                  const PacketLifetimes::Times& times) {
  report_mean(values, who + " time from creation", times.created);
  report_mean(values, who + " time from first output", times.sent);
  report_mean(values, who + " routed lifetime", times.routed);
}

}  // namespace

void PacketLifetimes::write(const Event& event) {
  const PacketArrival& packet = *std::get<const PacketArrival*>(event.report);
  if (packet.time < warm_up_ || packet.tag.trace.id == 0) return;
  add(packet.tag.protocol.acknowledgement() ? acknowledgements_ : data_, packet);
  add(all_, packet);
}

ReportedValues PacketLifetimes::report() const {
  ReportedValues values;
  report_times(values, "all packets", all_);
  report_times(values, "data packets", data_);
  report_times(values, "acknowledgements", acknowledgements_);
  const Distribution& routed = all_.routed.distribution();
  if (routed.count() == 0) return values;
  for (const auto& [statistic, percent] :
       {std::pair(Statistic::median, 50.0), std::pair(Statistic::percentile_95, 95.0),
        std::pair(Statistic::percentile_99, 99.0)}) {
    values.push_back(reported::figure("all packets routed lifetime", statistic,
                                      routed.percentile(percent) / nanosecond, Unit::nanoseconds));
  }
  return values;
}

}  // namespace weft
