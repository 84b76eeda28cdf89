// One run of a platform: modules, workload, statistics.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/watchdog/watchdog.hpp"
#include "testbench/waveforms/tracer.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// What a run gave. Everything but `wall_seconds` depends on the platform and its seed alone.
struct RunResult {
  std::string platform;
  std::uint64_t seed = 0;
  Time simulated = 0;            ///< ps
  double wall_seconds = 0;       ///< Of the simulation itself, without elaboration.
  std::uint64_t token_hops = 0;  ///< Tokens (data, EOP, EOM, FCT) times links crossed.
  ReportedValues values;         ///< Workload, messages, links; from the end of the warm-up on.
  /// Of both directions of each link of the platform, `from` first, 0..1; since the warm-up.
  std::vector<double> link_utilisation;
  std::vector<std::string> trace_files;  ///< What the trace wrote; empty without one.

  /// The value of this name, if there is one.
  std::optional<double> find(const std::string& name) const;
};

/// A platform that is elaborated and can run once. One kernel elaborates once: there is one
/// simulation in a process.
class Simulation {
 public:
  /// How far the run is: simulated time, and token-hops so far. False ends the run.
  using Progress = std::function<bool(Time now, Time end, std::uint64_t token_hops)>;

  /// `platform` must outlive it. Throws InputError for a workload that does not fit the platform
  /// and for a trace that cannot be made.
  explicit Simulation(const Platform& platform, const std::optional<TraceOptions>& trace = {});

  System& system() { return system_; }

  /// Runs for Platform::run. `progress` is called some ten times a second. Throws
  /// std::runtime_error when that ended the run and when the watchdog found that it stands still (a
  /// trace is complete up to there), what a program threw, and InputError when the
  /// trace could not be written.
  RunResult run(const Progress& progress = {});

 private:
  void advance(Time until, const Progress& progress);
  void simulate(Time until);
  void step_to(Time stop, Time now);
  void look(Time now);
  void close_trace(Time now);
  std::uint64_t token_hops() const;

  const Platform* platform_;
  System system_;
  LatencyStatistics latencies_;
  std::unique_ptr<Workload> workload_;  // null for `none`
  std::unique_ptr<Tracer> tracer_;
  std::unique_ptr<Watchdog> watchdog_;
};

}  // namespace weft
