// What is kept of a run.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/moments.hpp"
#include "testbench/statistics/processor_statistics.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// What the status of a run says where it is not "ok", in the order in which they are told; see
/// RunResult::status.
inline constexpr std::array<std::string_view, 6> flawed_statuses{
    "unstable", "throttled", "not converged", "too short", "nothing measured", "failed"};

/// A processor and what it did; the place is that of its node, -1 without one.
struct RecordedProcessor {
  std::string name;
  int x = -1;
  int y = -1;
  ProcessorValues values;
};

/// What a component sends to another, over all links between them.
struct RecordedLink {
  std::string from;
  std::string to;
  double utilisation_percent = 0;  ///< Mean.
};

/// Moments and histogram of a quantity, in its unit.
struct RecordedDistribution {
  std::string quantity;
  Unit unit = Unit::none;
  Moments moments;
  std::vector<Distribution::Bin> bins;
};

/// Everything of a run that is the same whenever and wherever it is repeated.
struct RunRecord {
  Time warm_up = 0;           ///< ps
  Time simulated = 0;         ///< ps
  std::string status = "ok";  ///< RunResult::status
  std::string load;           ///< CarriedLoad::text
  std::string convergence;    ///< Convergence::text, empty without `until`.
  double confidence = 95;     ///< Of intervals, percent; what `until` asks for.
  ReportedValues values;
  std::vector<RecordedDistribution> distributions;
  std::vector<RecordedProcessor> processors;
  std::vector<RecordedLink> links;
};

/// Runs a platform to its end, warm-up and all, in this process. Throws as Simulation does.
RunRecord run_to_record(Platform platform);

/// Looks for the saturation of a platform under its own pattern, by runs in processes of their own,
/// one after the other. Throws as find_saturation does.
RunRecord saturation_record(const Netlist& platform);

/// To pass a record from a process to another, as bytes; numbers come back exactly, NaN and
/// infinities too.
std::string to_text(const RunRecord& record);
RunRecord record_of(const std::string& text);

}  // namespace weft
