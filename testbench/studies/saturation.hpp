// The load that a network carries, found by runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/netlist/netlist.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/studies/bisection.hpp"
#include "testbench/studies/saturation_search.hpp"

namespace weft {

struct SaturationOptions {
  std::uint64_t messages = 80'000;  ///< Of a run, at most, about.
  double within = 1;                ///< Between the two loads of the end, in percent.
  unsigned workers = 1;             ///< Runs side by side; nothing else depends on it.
  /// Points of the curve below saturation, beside those of the search; 0 for the search alone.
  unsigned curve_points = 8;
};

/// The load up to which one pattern of traffic is steady.
struct Saturation {
  std::string pattern;
  double zero_load_latency = 0;  ///< Mean, at 1 % of the capacity, ns.
  double steady = 0;             ///< The highest load that was seen steady.
  double delivered = 0;          ///< What came in at that.
  double unsteady = 0;           ///< The lowest load above it that was not steady.
  double capacity = 0;  ///< Payload at which uniform traffic fills the bisection; same unit.
  std::size_t processors = 0;
  Bisection bisection;
  std::vector<LoadPoint> curve;  ///< By load; of each the last run.

  /// The middle between what was carried and what was not, and half of the way between them. A
  /// load just above saturation may be seen steady: what was delivered there was carried even so.
  double throughput() const { return (delivered + unsteady) / 2; }
  double half_width() const { return (unsteady - delivered) / 2; }

  /// "zero-load latency", "saturation throughput", "saturation share", ...
  ReportedValues report() const;
};

/// Random traffic of a pattern on a platform, at more and more loads: the platform's own where that
/// is random traffic, with the lengths and distribution of its messages, else messages of 32 bytes
/// at exponential intervals; without a `pattern` the platform's own, else uniform. No source is
/// held back. SaturationSearch begins at 1 % of the capacity and at what the links of the
/// processors carry, and goes by what OfferedLoad says of each run, which ends at a quarter or half
/// of its messages where it is unstable by then, or its backlog is seen to grow by no more than
/// what the run is to see. Throws InputError for a pattern or a workload that does not fit,
/// std::runtime_error where a run fails or the network is not even steady at 1 % of its capacity.
/// The caller must not have elaborated anything. `finished` is told of each run.
Saturation find_saturation(const Netlist& platform, const std::string& pattern,
                           const SaturationOptions& options,
                           const std::function<void(std::size_t)>& finished = {});

}  // namespace weft
