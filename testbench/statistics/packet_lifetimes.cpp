#include "testbench/statistics/packet_lifetimes.hpp"

#include <string>
#include <utility>

#include "testbench/statistics/packet_kinds.hpp"

namespace weft {
namespace {

void add(PacketLifetimes::Times& times, const PacketArrival& packet) {
  times.queued.add(packet.time, packet.time - packet.tag.protocol.injected);
  if (packet.tag.trace.sent != never)
    times.sent.add(packet.time, packet.time - packet.tag.trace.sent);
  if (packet.tag.trace.routed != never)
    times.routed.add(packet.time, packet.time - packet.tag.trace.routed);
}

/// Means of the three times of each kind, then what lies between all; of those without samples
/// too, or not.
class Report {
 public:
  explicit Report(bool empty_too) : empty_too_(empty_too) {}

  void add(const std::string& who, const PacketLifetimes::Times& times) {
    add_mean(who + " time from creation", times.queued);
    add_mean(who + " time from first output", times.sent);
    add_mean(who + " routed lifetime", times.routed);
  }
  void add_quantiles(const std::string& name, const Distribution& times) {
    if (times.count() == 0 && !empty_too_) return;
    for (const auto& [statistic, percent] :
         {std::pair(Statistic::median, 50.0), std::pair(Statistic::percentile_95, 95.0),
          std::pair(Statistic::percentile_99, 99.0)}) {
      values_.push_back(reported::figure(name, statistic, times.percentile(percent) / nanosecond,
                                         Unit::nanoseconds));
    }
  }
  ReportedValues values() && { return std::move(values_); }

 private:
  void add_mean(const std::string& name, const TimeMean& times) {
    if (times.count() == 0 && !empty_too_) return;
    values_.push_back(reported::mean(name, times.mean() / nanosecond, Unit::nanoseconds,
                                     static_cast<double>(times.count())));
  }

  bool empty_too_;
  ReportedValues values_;
};

}  // namespace

void PacketLifetimes::write(const Event& event) {
  const PacketArrival& packet = *std::get<const PacketArrival*>(event.report);
  if (packet.time < warm_up_ || packet.tag.trace.id == 0) return;
  add(acknowledges(packet) ? acknowledgements_ : data_, packet);
  if (packet.tag.trace.routed != never) routed_.add(packet.time - packet.tag.trace.routed);
}

ReportedValues PacketLifetimes::figures(bool empty_too) const {
  Report report(empty_too);
  report.add("all packets",
             {data_.queued + acknowledgements_.queued, data_.sent + acknowledgements_.sent,
              data_.routed + acknowledgements_.routed});
  report.add("data packets", data_);
  report.add("acknowledgements", acknowledgements_);
  report.add_quantiles("all packets routed lifetime", routed_);
  return std::move(report).values();
}

}  // namespace weft
