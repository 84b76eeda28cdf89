#include <memory>

#include "hw/hypercube/packet_chip_core.hpp"
#include "testbench/families/families.hpp"
#include "testbench/families/hypercube/cube_waits.hpp"

namespace weft {
namespace {

/// What the packet chips of a cube have done.
class ChipTotals final : public FamilyStatistics {
 public:
  explicit ChipTotals(const System& system) : system_(&system) {}

  void begin(Time) override { before_ = counted(); }

  ReportedValues report(Time) const override {
    if (system_->all<const HypercubeChipCore>().empty()) return {};
    const HypercubeChipCounters now = counted();
    const auto count = [](const char* quantity, std::uint64_t value) {
      return reported::count(quantity, static_cast<double>(value));
    };
    return {count("packets injected", now.packets_injected - before_.packets_injected),
            count("packets contrary", now.packets_contrary - before_.packets_contrary),
            count("packet-hops", now.packets_sent - before_.packets_sent),
            count("packets arrived", now.packets_arrived - before_.packets_arrived)};
  }

 private:
  HypercubeChipCounters counted() const {
    HypercubeChipCounters sum;
    for (const auto& [component, chip] : system_->all<const HypercubeChipCore>()) {
      sum.packets_injected += chip->counters().packets_injected;
      sum.packets_contrary += chip->counters().packets_contrary;
      sum.packets_sent += chip->counters().packets_sent;
      sum.packets_arrived += chip->counters().packets_arrived;
    }
    return sum;
  }

  const System* system_;
  HypercubeChipCounters before_;  // at the end of the warm-up
};

}  // namespace

Family hypercube_family() {
  Family family;
  family.statistics = [](System& system, EventStream&, Time) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<ChipTotals>(system);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<CubeWaits>(watched.system);
  };
  return family;
}

}  // namespace weft
