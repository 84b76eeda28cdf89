#include "testbench/statistics/cell_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/components/cells.hpp"

namespace weft {

CellStatistics::CellStatistics(System& system, Time warm_up) : system_(&system), warm_up_(warm_up) {
  for (const BusProbe& bus : system.bus_probes()) {
    busses_.push_back({MeasuredCount(warm_up), bus.word_time});
  }
  for (const CellView& cell : cells_of(system)) {
    StallCounter& counter = stalls_.emplace_back(cell.core->computation(), warm_up);
    cell.core->communication().attach(counter);
  }
}

void CellStatistics::StallCounter::clock(Time now) {
  if (now > seen_) {
    if (was_stalled_) stalled_ += now - seen_;
    seen_ = now;
  }
  was_stalled_ = port_->stalled();
}

std::uint64_t CellStatistics::words() const {
  std::uint64_t sum = 0;
  for (const BusCounter& bus : busses_) sum += bus.words.total();
  return sum;
}

std::vector<double> CellStatistics::utilisation(Time now) const {
  std::vector<double> parts;
  const double measured = now > warm_up_ ? static_cast<double>(now - warm_up_) : 0;
  for (const BusCounter& bus : busses_) {
    const double busy = static_cast<double>(bus.words.measured() * bus.word_time);
    parts.push_back(measured == 0 ? 0 : std::min(1.0, busy / measured));
  }
  return parts;
}

ReportedValues CellStatistics::report(Time now) const {
  ReportedValues values;
  if (stalls_.empty() && busses_.empty()) return values;
  const std::vector<double> parts = utilisation(now);
  const double measured = now > warm_up_ ? static_cast<double>(now - warm_up_) : 1;
  std::uint64_t words = 0;
  double total = 0;
  double highest = 0;
  for (std::size_t i = 0; i < busses_.size(); ++i) {
    const std::uint64_t own = busses_[i].words.measured();
    words += own;
    total += parts[i];
    highest = std::max(highest, parts[i]);
    if (busses_.size() > most_listed) continue;
    const Scope bus{Scope::Of::bus, system_->bus_probes()[i].name};
    values.push_back(reported::of(bus, reported::count("words", static_cast<double>(own))));
    values.push_back(
        reported::of(bus, reported::single("utilisation", 100 * parts[i], Unit::percent)));
  }
  double stalled = 0;
  for (const StallCounter& counter : stalls_) {
    stalled += static_cast<double>(counter.stalled(now));
  }
  const double busses = static_cast<double>(std::max<std::size_t>(busses_.size(), 1));
  values.push_back(reported::count("word-hops", static_cast<double>(words)));
  values.push_back(
      reported::mean("bus utilisation", 100 * total / busses, Unit::percent, measured));
  values.push_back(
      reported::figure("bus utilisation", Statistic::highest, 100 * highest, Unit::percent));
  if (stalls_.empty()) return values;
  const auto cells = static_cast<double>(stalls_.size());
  values.push_back(reported::mean("programs stalled", 100 * stalled / measured / cells,
                                  Unit::percent, measured));
  add_losses(values);
  return values;
}

void CellStatistics::add_losses(ReportedValues& values) const {
  const auto add = [&values](const std::string& name, const char* what, std::uint64_t count) {
    if (count == 0) return;
    const Scope channel{Scope::Of::channel, name};
    values.push_back(reported::of(channel, reported::count(what, static_cast<double>(count))));
  };
  for (const CellView& cell : cells_of(*system_)) {
    const CommunicationInterface& agent = cell.core->communication();
    for (unsigned input = 0; input < agent.channels().inputs; ++input) {
      const ThrownAway& lost = agent.thrown_away(input);
      const std::string name = fmt::format("{} input channel {}", cell.name, input);
      add(name, "pathways thrown away", lost.pathways);
      add(name, "words thrown away", lost.words);
    }
  }
  const Platform& platform = system_->platform();
  for (std::size_t i = 0; i < busses_.size(); ++i) {
    const LinkEnd& from = platform.busses[i].from;
    const auto address = platform.cell_of(from.component);
    if (!address) continue;
    const CellView& cell = cells_of(*system_)[*address];
    const ChannelMap& map = cell.core->communication().channels();
    for (unsigned channel = 0; channel < map.output_count[from.port]; ++channel) {
      const std::string name =
          fmt::format("{} output channel {}", cell.name, map.first_output[from.port] + channel);
      add(name, "begin markers on an open pathway", busses_[i].begun_again[channel]);
    }
  }
}

}  // namespace weft
