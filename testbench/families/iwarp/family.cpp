#include <memory>

#include "testbench/experiments/run_result.hpp"
#include "testbench/families/families.hpp"
#include "testbench/families/iwarp/cell_waits.hpp"
#include "testbench/families/iwarp/cell_waves.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/statistics/cell_statistics.hpp"

namespace weft {
namespace {

class CellTotals final : public FamilyStatistics {
 public:
  CellTotals(System& system, Time warm_up) : cells_(system, warm_up) {}

  ReportedValues report(Time now) const override { return cells_.report(now); }
  ReportedValues may_report() const override { return cells_.losses(true); }
  void add_to(RunResult& result, Time now) const override {
    result.bus_utilisation = cells_.utilisation(now);
  }
  std::uint64_t hops() const override { return cells_.words(); }

 private:
  CellStatistics cells_;
};

}  // namespace

Family iwarp_family() {
  Family family;
  family.programs = [](System& system) -> std::unique_ptr<LoadedPrograms> {
    return std::make_unique<AssemblyPrograms>(system);
  };
  family.statistics = [](System& system, EventStream&,
                         Time warm_up) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<CellTotals>(system, warm_up);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<CellWaits>(watched.system, watched.positions);
  };
  family.waves = [](const System& system, const ProgramPositions& positions) {
    std::vector<std::unique_ptr<WaveSource>> sources;
    sources.push_back(std::make_unique<CellWaves>(traced_cells(system, positions)));
    sources.push_back(std::make_unique<BusWaves>(traced_busses(system)));
    return sources;
  };
  return family;
}

}  // namespace weft
