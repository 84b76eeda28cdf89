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
#include "testbench/experiments/measure_log.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/statistics/cell_statistics.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/link_report.hpp"
#include "testbench/statistics/packet_lifetimes.hpp"
#include "testbench/statistics/processor_statistics.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/watchdog/cell_waits.hpp"
#include "testbench/watchdog/watchdog.hpp"
#include "testbench/waveforms/tracer.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// How well the measure of `run: {until: ...}` is known.
struct Convergence {
  StopSpec asked;
  bool reached = false;                  ///< Within what was asked for, with the start-up left out.
  std::optional<MeanInterval> interval;  ///< None where samples correlate over all of the run.

  /// Half of the width in percent of the mean; nothing without an interval or with a mean of 0.
  std::optional<double> percent() const;
  /// "within 0.93 % after 40 batches of 10 us", or why it stopped at its limit.
  std::string text() const;
};

/// Samples of one quantity that can be merged with those of other runs.
struct NamedDistribution {
  std::string quantity;  ///< As ReportedValue: "packet latency".
  Unit unit = Unit::none;
  double scale = 1;  ///< Times a sample gives the unit.
  Distribution samples;
};

/// What a run gave. Everything but `wall_seconds` depends on the platform and its seed alone.
struct RunResult {
  std::string platform;
  std::uint64_t seed = 0;
  Time simulated = 0;       ///< ps
  Time warm_up = 0;         ///< ps; the part of it that does not count.
  double wall_seconds = 0;  ///< Of the simulation itself, without elaboration.
  /// Tokens (data, EOP, EOM, FCT) times links crossed, and words times busses.
  std::uint64_t token_hops = 0;
  ReportedValues values;  ///< Workload, messages, links; from the end of the warm-up on.
  /// Of both directions of each link of the platform, `from` first, 0..1; since the warm-up.
  std::vector<double> link_utilisation;
  /// Workload::message_rates.
  std::vector<double> message_rates;
  std::vector<double> bus_utilisation;      ///< By Platform::busses, 0..1; since the warm-up.
  std::vector<ProcessorValues> processors;  ///< By Platform::processors, since the warm-up.
  std::vector<NamedDistribution> distributions;
  std::optional<Convergence> convergence;  ///< Of a run with `until`.
  std::vector<std::string> trace_files;    ///< What the trace wrote; empty without one.

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
  /// Writes every instruction of the programs on cells; to be called before the run. The trace must
  /// outlive it, and is closed by the caller.
  void trace_instructions(InstructionTrace& trace) { programs_.trace_into(trace); }

  /// In place of `run`: how long the start-up takes, in ps, by the samples of the measure of
  /// `run: {until: ...}`; nothing if it is not seen to end in half of the longest run. Throws as
  /// `run` does, and InputError for a measure that there is not.
  std::optional<Time> find_transient();

  /// Runs for Platform::run. `progress` is called some ten times a second. Throws
  /// std::runtime_error when that ended the run (there is no trace then), when the watchdog found
  /// that it stands still and when a spooling gate has come to its limit unseen, what a program or
  /// the workload's report threw, and InputError when the trace could not be written. A run that
  /// has failed leaves a trace up to there.
  RunResult run(const Progress& progress = {});

 private:
  void advance(Time until, const Progress& progress);
  void simulate(Time until);
  RunResult run_to_end(const Progress& progress);
  void require_no_unseen_errors() const;
  void converge(const Progress& progress);
  bool converged() const;
  ReportedValues report(Time now) const;
  void add_half_widths(ReportedValues& values) const;
  Convergence convergence() const;
  Time end() const;
  void look(Time now);
  void close_trace(Time now);
  std::uint64_t token_hops() const;
  ProgramPositions program_positions() const;

  const Platform* platform_;
  System system_;
  LatencyStatistics latencies_;
  PacketLifetimes lifetimes_;
  ProcessorStatistics processors_;
  std::optional<LinkSnapshot> warm_;  // the links at the end of the warm-up
  MeasureLog log_;
  AssemblyPrograms programs_;
  std::unique_ptr<Workload> workload_;  // null for `none`
  CellStatistics cells_;
  CellWaits waits_;
  std::unique_ptr<Tracer> tracer_;
  std::unique_ptr<Watchdog> watchdog_;
};

}  // namespace weft
