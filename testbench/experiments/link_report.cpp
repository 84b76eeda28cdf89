#include "testbench/experiments/link_report.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace weft {

namespace {

/// Mean and highest of the utilisation of some directions.
struct Utilisation {
  double total = 0;
  double highest = 0;
  std::size_t count = 0;

  void add(double one) {
    total += one;
    highest = std::max(highest, one);
    ++count;
  }
  void report_as(const std::string& what, Time duration, ReportedValues& values) const {
    const double links = static_cast<double>(std::max<std::size_t>(count, 1));
    values.push_back({what + ", mean", 100 * total / links, "%", static_cast<double>(duration)});
    values.push_back({what + ", highest", 100 * highest, "%"});
  }
};

// Between routers (thesis definition 3.1).
bool is_internal(const LinkSpec& link, const Platform& platform) {
  return !is_t9000(platform.components[link.from.component]) &&
         !is_t9000(platform.components[link.to.component]);
}

}  // namespace

LinkSnapshot::LinkSnapshot(const System& system) {
  counters_.reserve(system.link_probes().size());
  for (const auto& probe : system.link_probes()) counters_.push_back(*probe.counters);
}

std::vector<double> LinkSnapshot::utilisation_since(const LinkSnapshot& before, Time duration,
                                                    const System& system) const {
  std::vector<double> utilisation(counters_.size(), 0.0);
  if (duration == 0) return utilisation;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    const Time bit_time = system.link_probes()[i].bit_time;
    const auto bits = static_cast<double>(counters_[i].bits() - before.counters_[i].bits());
    utilisation[i] =
        std::min(1.0, bits * static_cast<double>(bit_time) / static_cast<double>(duration));
  }
  return utilisation;
}

ReportedValues LinkSnapshot::report_since(const LinkSnapshot& before, Time duration,
                                          const System& system) const {
  std::uint64_t tokens = 0;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    tokens += counters_[i].tokens() - before.counters_[i].tokens();
  }
  Utilisation all;
  Utilisation internal;
  const auto utilisation = utilisation_since(before, duration, system);
  for (std::size_t i = 0; i < utilisation.size(); ++i) {
    all.add(utilisation[i]);
    if (is_internal(system.platform().links[i / 2], system.platform())) {
      internal.add(utilisation[i]);
    }
  }
  ReportedValues values{{"token-hops", static_cast<double>(tokens), ""}};
  all.report_as("link utilisation", duration, values);
  if (internal.count != 0 && internal.count != all.count) {
    internal.report_as("internal link utilisation", duration, values);
  }
  return values;
}

}  // namespace weft
