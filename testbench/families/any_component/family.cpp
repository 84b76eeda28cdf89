#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/elaboration/own_counts.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/families/any_component/loss_alarms.hpp"
#include "testbench/families/any_component/rtl_waves.hpp"
#include "testbench/families/families.hpp"

namespace weft {
namespace {

/// What components of all kinds count of themselves.
class ComponentCounts final : public FamilyStatistics {
 public:
  explicit ComponentCounts(const System& system) : system_(&system) {
    for (const auto& [component, counted] : system.all<OwnCounts>()) {
      require_names(system.platform().components[component], *counted);
    }
    begin(0);
  }

  void begin(Time) override {
    before_.clear();
    for (const auto& [component, counted] : system_->all<OwnCounts>()) {
      for (const OwnCounts::Count& count : counted->counts()) before_.push_back(count.value);
    }
  }

  ReportedValues report(Time) const override {
    ReportedValues values;
    std::size_t next = 0;
    for (const auto& [component, counted] : system_->all<OwnCounts>()) {
      const Scope scope{Scope::Of::component, system_->platform().components[component].name};
      for (const OwnCounts::Count& count : counted->counts()) {
        const auto value = static_cast<double>(count.value - before_[next++]);
        values.push_back(reported::of(scope, reported::count(count.quantity, value)));
      }
    }
    return values;
  }

 private:
  static void require_names(const Component& component, const OwnCounts& counted) {
    const auto refuse = [&](const std::string& why) {
      throw InputError(component.place, fmt::format("what '{}', a {}, counts: {}", component.name,
                                                    component.type->name, why));
    };
    std::set<std::string> names;
    for (const OwnCounts::Count& count : counted.counts()) {
      try {
        if (names.insert(quantity_name(count.quantity)).second) continue;
      } catch (const std::invalid_argument& error) {
        refuse(error.what());
      }
      refuse(fmt::format("two results '{}'", count.quantity));
    }
  }

  const System* system_;
  std::vector<std::uint64_t> before_;  // of all components, at the end of the warm-up
};

}  // namespace

Family any_component_family() {
  Family family;
  family.statistics = [](System& system, EventStream&, Time) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<ComponentCounts>(system);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<LossAlarms>(watched.system);
  };
  family.waves = [](const System& system, const ProgramPositions&) {
    std::vector<std::unique_ptr<WaveSource>> sources;
    sources.push_back(std::make_unique<RtlWaves>(traced_rtl(system)));
    return sources;
  };
  return family;
}

}  // namespace weft
