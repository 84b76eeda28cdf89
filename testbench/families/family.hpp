// What a family of components brings to a run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/programs/loaded_programs.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/programs/program_position.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/watchdog/watchdog.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

struct RunResult;

/// What a run counts; made before it.
class FamilyStatistics {
 public:
  virtual ~FamilyStatistics() = default;
  /// The end of the warm-up, of a run that counts from there on.
  virtual void begin(Time /*now*/) {}
  /// From the warm-up to `now`.
  virtual ReportedValues report(Time now) const = 0;
  /// What is in it only at times; the values mean nothing.
  virtual ReportedValues may_report() const { return {}; }
  /// What is no single value.
  virtual void add_to(RunResult& /*result*/, Time /*now*/) const {}
  /// Of what is carried, from the start on: tokens times links, words times busses.
  virtual std::uint64_t hops() const { return 0; }
};

/// What a Watch may look at.
struct Watched {
  const System& system;
  const ProcessSet* processes;  ///< Of the workload; null without one.
  const ProgramPositions& positions;
};

/// One family; what it does not have is null. All must live as long as the simulation runs.
struct Family {
  std::unique_ptr<LoadedPrograms> (*programs)(System& system) = nullptr;
  std::unique_ptr<FamilyStatistics> (*statistics)(System& system, EventStream& events,
                                                  Time warm_up) = nullptr;
  std::unique_ptr<Watch> (*watch)(const Watched& watched) = nullptr;
  std::vector<std::unique_ptr<WaveSource>> (*waves)(const System& system,
                                                    const ProgramPositions& positions) = nullptr;
};

}  // namespace weft
