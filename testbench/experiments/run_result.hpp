// What a run gave.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/message_times.hpp"
#include "testbench/statistics/offered_load.hpp"
#include "testbench/statistics/processor_statistics.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/statistics/sample_series.hpp"
#include "testbench/watchdog/alarm.hpp"

namespace weft {

/// How well the measure of `run: {until: ...}` is known.
struct Convergence {
  StopSpec asked;
  bool interrupted = false;              ///< The run was ended before it could be known.
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

/// What a program left on one component that names it.
struct ProgramResult {
  std::string component;  ///< "node[1,2]"
  std::string label;
  std::vector<double> values;
  bool is_array = false;
};

/// What a run gave. Everything but `wall_seconds` depends on the platform and its seed alone.
struct RunResult {
  std::string platform;
  std::uint64_t seed = 0;
  Time simulated = 0;  ///< ps
  Time warm_up = 0;    ///< ps; the part of it that does not count.
  /// It was ended before its time: what there is stands for `simulated` only, and there are no
  /// values where that is within the warm-up.
  bool partial = false;
  double wall_seconds = 0;  ///< Of the simulation itself, without elaboration.
  /// Tokens (data, EOP, EOM, FCT) times links crossed, and words times busses.
  std::uint64_t token_hops = 0;
  ReportedValues values;  ///< Workload, messages, links; from the end of the warm-up on.
  /// Of both directions of each link of the platform, `from` first, 0..1; since the warm-up.
  std::vector<double> link_utilisation;
  /// Workload::message_rates.
  std::vector<double> message_rates;
  std::vector<double> bus_utilisation;      ///< By Platform::busses, 0..1; since the warm-up.
  std::vector<ProcessorValues> processors;  ///< By processors_of, since the warm-up.
  std::vector<ProgramResult> programs;      ///< By component, then as they are asked for.
  std::vector<NamedDistribution> distributions;
  std::optional<Convergence> convergence;  ///< Of a run with `until`.
  std::optional<CarriedLoad> load;         ///< Of a workload that has Workload::sources.
  Alarms alarms;                           ///< What the values do not tell.
  std::vector<SlowMessage> slowest;        ///< Simulation::keep_slowest, the slowest first.
  std::vector<std::string> trace_files;    ///< What the trace wrote; empty without one.

  /// How far its results are those of what was asked for: "ok", "partial", "failed" (see
  /// Alarm::failure), "unstable", "throttled", "too short" (see LoadState), "not converged" or
  /// "nothing measured".
  std::string status() const;
  /// The value of this name, if there is one.
  std::optional<double> find(const std::string& name) const;
};

}  // namespace weft
