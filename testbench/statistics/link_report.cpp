#include "testbench/statistics/link_report.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "platforms/link_kinds.hpp"
#include "testbench/events/event_sources.hpp"

namespace weft {

namespace {

/// Utilisation and occupancy of some directions.
struct Utilisation {
  double total = 0;
  double highest = 0;
  double occupied = 0;
  std::size_t count = 0;

  void add(double one, double occupancy) {
    total += one;
    highest = std::max(highest, one);
    occupied += occupancy;
    ++count;
  }
  void report_as(const std::string& what, bool counts_occupancy, Time duration,
                 ReportedValues& values) const {
    const double percent = 100 / static_cast<double>(std::max<std::size_t>(count, 1));
    const auto weight = static_cast<double>(duration);
    values.push_back(reported::mean(what + " utilisation", percent * total, Unit::percent, weight));
    values.push_back(
        reported::figure(what + " utilisation", Statistic::highest, 100 * highest, Unit::percent));
    if (!counts_occupancy) return;
    values.push_back(
        reported::mean(what + " occupancy", percent * occupied, Unit::percent, weight));
  }
};

bool counts_its_occupancy(const Platform& platform) {
  return std::all_of(platform.components.begin(), platform.components.end(), [](const auto& one) {
    return one.level == Level::packet && (one.is(Part::table_router) || one.is(Part::processor));
  });
}

bool has_time_codes(const Platform& platform) {
  return any_dslink(platform, [](const DsLinkParameters& parameters) {
    return parameters.time_code_interval != 0;
  });
}

// Between routers (thesis definition 3.1).
bool is_internal(const LinkSpec& link, const Platform& platform) {
  return !platform.components[link.from.component].is(Part::processor) &&
         !platform.components[link.to.component].is(Part::processor);
}

}  // namespace

LinkReport::LinkReport(const System& system, Time now) : system_(&system) {
  const auto& probes = system.link_probes();
  const bool is_first = std::all_of(probes.begin(), probes.end(), [](const auto& probe) {
    return *probe.counters == LinkCounters{};
  });
  if (is_first) return;
  std::vector<LinkCounters> counters;
  counters.reserve(probes.size());
  for (std::size_t i = 0; i < probes.size(); ++i) counters.push_back(counted(i, now));
  before_ = std::move(counters);
}

LinkCounters LinkReport::counted(std::size_t link, Time now) const {
  LinkCounters counters = *system_->link_probes()[link].counters;
  counters.blocked = counters.blocked_up_to(now);
  counters.blocked_since = never;
  return before_.empty() ? counters : counters - before_[link];
}

std::vector<double> LinkReport::utilisation(Time now, Time duration) const {
  const auto& probes = system_->link_probes();
  std::vector<double> utilisation(probes.size(), 0.0);
  if (duration == 0) return utilisation;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const LinkCounters counters = counted(i, now);
    const Time bit_time = probes[i].bit_time;
    // what is no DS-Link has no bits of one, but tells how long it was busy
    const double busy = bit_time == 0
                            ? static_cast<double>(counters.carried)
                            : static_cast<double>(counters.bits()) * static_cast<double>(bit_time);
    utilisation[i] = std::min(1.0, busy / static_cast<double>(duration));
  }
  return utilisation;
}

ReportedValues LinkReport::report(Time now, Time duration) const {
  const auto& probes = system_->link_probes();
  const Platform& platform = system_->platform();
  std::uint64_t tokens = 0;
  std::uint64_t time_codes_in = 0;
  std::uint64_t ticks = 0;
  Utilisation all;
  Utilisation internal;
  const auto utilised = utilisation(now, duration);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const LinkCounters counters = counted(i, now);
    tokens += counters.tokens();
    time_codes_in += counters.time_codes_in;
    ticks += counters.ticks;
    if (!carries_packets(probes[i])) continue;
    const auto occupied = static_cast<double>(counters.carried + counters.blocked);
    const double occupancy =
        duration == 0 ? 0 : std::min(1.0, occupied / static_cast<double>(duration));
    all.add(utilised[i], occupancy);
    if (is_internal(platform.links[i / 2], platform)) internal.add(utilised[i], occupancy);
  }
  ReportedValues values{reported::count("token-hops", static_cast<double>(tokens))};
  if (has_time_codes(platform)) {
    values.push_back(reported::count("time-codes received", static_cast<double>(time_codes_in)));
    values.push_back(reported::count("ticks", static_cast<double>(ticks)));
  }
  const bool counts_occupancy = counts_its_occupancy(platform);
  all.report_as("link", counts_occupancy, duration, values);
  if (internal.count != 0 && internal.count != all.count) {
    internal.report_as("internal link", counts_occupancy, duration, values);
  }
  return values;
}

}  // namespace weft
