#include "testbench/experiments/link_report.hpp"

#include <algorithm>
#include <cstdint>

namespace weft {

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
  double total = 0;
  double highest = 0;
  for (const double utilisation : utilisation_since(before, duration, system)) {
    total += utilisation;
    highest = std::max(highest, utilisation);
  }
  const double links = static_cast<double>(std::max<std::size_t>(counters_.size(), 1));
  return {{"token-hops", static_cast<double>(tokens), ""},
          {"link utilisation, mean", 100 * total / links, "%", static_cast<double>(duration)},
          {"link utilisation, highest", 100 * highest, "%"}};
}

}  // namespace weft
