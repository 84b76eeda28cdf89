#include "testbench/statistics/cell_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/components/cells.hpp"

namespace weft {
namespace {

/// What went wrong on logical channels, of one kind.
class Losses {
 public:
  Losses(const char* what, bool zero_too) : what_(what), zero_too_(zero_too) {}

  /// Of a cell's or a bus's channel; `kind` is "channel" or "input channel".
  void add(const std::string& owner, const char* kind, unsigned channel, std::uint64_t count) {
    if (count == 0 && !zero_too_) return;
    total_ += count;
    const std::string name = fmt::format("{} {} {}", owner, kind, channel);
    by_channel_.push_back(reported::of({Scope::Of::channel, name}, counted(count)));
  }
  /// Nothing if there was none.
  void report(ReportedValues& values) const {
    if (by_channel_.empty()) return;
    values.push_back(counted(total_));
    values.insert(values.end(), by_channel_.begin(), by_channel_.end());
  }

 private:
  ReportedValue counted(std::uint64_t count) const {
    return reported::count(what_, static_cast<double>(count));
  }

  const char* what_;
  bool zero_too_;
  std::uint64_t total_ = 0;
  ReportedValues by_channel_;
};

/// What the bus has carried: nothing where nothing reports.
const WordPort& words_of(const BusProbe& bus) {
  static const WordPort none;
  return bus.words == nullptr ? none : *bus.words;
}

}  // namespace

CellStatistics::CellStatistics(System& system, Time warm_up) : system_(&system), warm_up_(warm_up) {
  for (const BusProbe& bus : system.bus_probes()) {
    if (bus.words != nullptr) bus.words->measure_from(warm_up);
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
  for (const BusProbe& bus : system_->bus_probes()) sum += words_of(bus).words();
  return sum;
}

std::vector<double> CellStatistics::utilisation(Time now) const {
  std::vector<double> parts;
  const double measured = now > warm_up_ ? static_cast<double>(now - warm_up_) : 0;
  for (const BusProbe& bus : system_->bus_probes()) {
    const double busy = static_cast<double>(words_of(bus).measured() * bus.word_time);
    parts.push_back(measured == 0 ? 0 : std::min(1.0, busy / measured));
  }
  return parts;
}

ReportedValues CellStatistics::report(Time now) const {
  ReportedValues values;
  const std::vector<BusProbe>& busses = system_->bus_probes();
  if (stalls_.empty() && busses.empty()) return values;
  const std::vector<double> parts = utilisation(now);
  const double measured = now > warm_up_ ? static_cast<double>(now - warm_up_) : 1;
  std::uint64_t words = 0;
  double total = 0;
  double highest = 0;
  for (std::size_t i = 0; i < busses.size(); ++i) {
    const std::uint64_t own = words_of(busses[i]).measured();
    words += own;
    total += parts[i];
    highest = std::max(highest, parts[i]);
    if (busses.size() > most_listed) continue;
    const Scope bus{Scope::Of::bus, busses[i].name};
    values.push_back(reported::of(bus, reported::count("words", static_cast<double>(own))));
    values.push_back(
        reported::of(bus, reported::single("utilisation", 100 * parts[i], Unit::percent)));
  }
  double stalled = 0;
  for (const StallCounter& counter : stalls_) {
    stalled += static_cast<double>(counter.stalled(now));
  }
  const auto number_of_busses = static_cast<double>(std::max<std::size_t>(busses.size(), 1));
  values.push_back(reported::count("word-hops", static_cast<double>(words)));
  values.push_back(
      reported::mean("bus utilisation", 100 * total / number_of_busses, Unit::percent, measured));
  values.push_back(
      reported::figure("bus utilisation", Statistic::highest, 100 * highest, Unit::percent));
  if (!stalls_.empty()) {
    const auto cells = static_cast<double>(stalls_.size());
    values.push_back(reported::mean("programs stalled", 100 * stalled / measured / cells,
                                    Unit::percent, measured));
  }
  const ReportedValues lost = losses(false);
  values.insert(values.end(), lost.begin(), lost.end());
  return values;
}

// Each in all and by channel, where there was any.
ReportedValues CellStatistics::losses(bool all_that_may_be) const {
  Losses pathways{"pathways thrown away", all_that_may_be};
  Losses words{"words thrown away", all_that_may_be};
  for (const CellView& cell : cells_of(*system_)) {
    const CommunicationInterface& agent = cell.core->communication();
    for (unsigned input = 0; input < agent.channels().inputs; ++input) {
      pathways.add(cell.name, "input channel", input, agent.thrown_away(input).pathways);
      words.add(cell.name, "input channel", input, agent.thrown_away(input).words);
    }
  }
  Losses again{"begin markers on open pathways", all_that_may_be};
  for (const BusProbe& bus : system_->bus_probes()) {
    for (unsigned channel = 0; channel < most_channels; ++channel) {
      again.add(bus.name, "channel", channel, words_of(bus).begun_again(channel));
    }
  }
  ReportedValues values;
  for (const Losses* losses : {&pathways, &words, &again}) losses->report(values);
  return values;
}

}  // namespace weft
