#include "testbench/statistics/link_report.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

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

LinkSnapshot::LinkSnapshot(const System& system, Time now) {
  counters_.reserve(system.link_probes().size());
  for (const auto& probe : system.link_probes()) {
    LinkCounters& counters = counters_.emplace_back(*probe.counters);
    counters.blocked = counters.blocked_up_to(now);
    counters.blocked_since = never;
  }
}

std::vector<double> LinkSnapshot::utilisation_since(const LinkSnapshot& before, Time duration,
                                                    const System& system) const {
  std::vector<double> utilisation(counters_.size(), 0.0);
  if (duration == 0) return utilisation;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    const Time bit_time = system.link_probes()[i].bit_time;
    // what is no DS-Link has no bits of one, but tells how long it was busy
    const double busy =
        bit_time == 0 ? static_cast<double>(counters_[i].carried - before.counters_[i].carried)
                      : static_cast<double>(counters_[i].bits() - before.counters_[i].bits()) *
                            static_cast<double>(bit_time);
    utilisation[i] = std::min(1.0, busy / static_cast<double>(duration));
  }
  return utilisation;
}

ReportedValues LinkSnapshot::report_since(const LinkSnapshot& before, Time duration,
                                          const System& system) const {
  std::uint64_t tokens = 0;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    tokens += counters_[i].tokens() - before.counters_[i].tokens();
  }
  std::uint64_t time_codes_in = 0;
  std::uint64_t ticks = 0;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    time_codes_in += counters_[i].time_codes_in - before.counters_[i].time_codes_in;
    ticks += counters_[i].ticks - before.counters_[i].ticks;
  }
  Utilisation all;
  Utilisation internal;
  const auto utilisation = utilisation_since(before, duration, system);
  for (std::size_t i = 0; i < utilisation.size(); ++i) {
    if (!carries_packets(system.link_probes()[i])) continue;
    const Time occupied = counters_[i].carried - before.counters_[i].carried +
                          counters_[i].blocked - before.counters_[i].blocked;
    const double occupancy =
        duration == 0
            ? 0
            : std::min(1.0, static_cast<double>(occupied) / static_cast<double>(duration));
    all.add(utilisation[i], occupancy);
    if (is_internal(system.platform().links[i / 2], system.platform())) {
      internal.add(utilisation[i], occupancy);
    }
  }
  ReportedValues values{reported::count("token-hops", static_cast<double>(tokens))};
  if (has_time_codes(system.platform())) {
    values.push_back(reported::count("time-codes received", static_cast<double>(time_codes_in)));
    values.push_back(reported::count("ticks", static_cast<double>(ticks)));
  }
  const bool counts_occupancy = counts_its_occupancy(system.platform());
  all.report_as("link", counts_occupancy, duration, values);
  if (internal.count != 0 && internal.count != all.count) {
    internal.report_as("internal link", counts_occupancy, duration, values);
  }
  return values;
}

}  // namespace weft
