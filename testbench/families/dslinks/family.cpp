#include <algorithm>
#include <memory>
#include <optional>

#include "platforms/components/iwarp_cells.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/experiments/run_result.hpp"
#include "testbench/families/dslinks/link_alarms.hpp"
#include "testbench/families/dslinks/link_waves.hpp"
#include "testbench/families/families.hpp"
#include "testbench/statistics/link_report.hpp"

namespace weft {
namespace {

/// Of all links, by the counters of their ends. A platform of cells alone has none to report, nor
/// has one whose links carry neither tokens nor packets.
class LinkTotals final : public FamilyStatistics {
 public:
  LinkTotals(const System& system, Time warm_up) : system_(&system), warm_up_(warm_up) {}

  void begin(Time now) override { warm_.emplace(*system_, now); }

  ReportedValues report(Time now) const override {
    const Platform& platform = system_->platform();
    if (!cells_of(platform).empty() && platform.links.empty()) return {};
    if (!platform.links.empty() && carries_nothing()) return {};
    return warm_->report(now, measured(now));
  }

  void add_to(RunResult& result, Time now) const override {
    result.link_utilisation = warm_->utilisation(now, measured(now));
  }

  std::uint64_t hops() const override {
    std::uint64_t sum = 0;
    for (const auto& probe : system_->link_probes()) sum += probe.counters->tokens();
    return sum;
  }

 private:
  bool carries_nothing() const {
    const auto& probes = system_->link_probes();
    return std::none_of(probes.begin(), probes.end(), [](const System::LinkProbe& probe) {
      return probe.tokens != nullptr || probe.packets != nullptr;
    });
  }
  Time measured(Time now) const { return now > warm_up_ ? now - warm_up_ : 0; }

  const System* system_;
  Time warm_up_;
  std::optional<LinkReport> warm_;  // from the end of the warm-up on
};

}  // namespace

Family dslink_family() {
  Family family;
  family.statistics = [](System& system, EventStream&,
                         Time warm_up) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<LinkTotals>(system, warm_up);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<LinkAlarms>(watched.system);
  };
  family.waves = [](const System& system, const ProgramPositions&) {
    std::vector<std::unique_ptr<WaveSource>> sources;
    sources.push_back(std::make_unique<LinkWaves>(traced_links(system), processor_sources(system)));
    return sources;
  };
  return family;
}

}  // namespace weft
