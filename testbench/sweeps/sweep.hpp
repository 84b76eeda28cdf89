// Runs an experiment.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "testbench/sweeps/plan.hpp"
#include "testbench/sweeps/sweep_store.hpp"

namespace weft {

struct SweepOptions {
  unsigned workers = 1;  ///< Runs side by side, each in a process of its own.
  bool retry = false;    ///< Those that failed before run again.
};

/// What there is after a sweep, and what it has done.
struct SweepOutcome {
  std::uint64_t runs = 0;                         ///< Of the plan.
  std::uint64_t found = 0;                        ///< Were there before.
  std::uint64_t finished = 0;                     ///< By this sweep, with those that failed.
  std::map<std::string, std::uint64_t> statuses;  ///< How many of both have each.
  bool interrupted = false;
};

/// Runs what `store` does not hold yet, in the order of the plan, and adds each run as it ends. A
/// run that throws or dies becomes a row with the error. `progress` is told how many runs of the
/// plan there are and have to be; false ends the sweep, as does `stop` returning true after a
/// signal. Throws DatabaseError when a row cannot be written.
SweepOutcome run_sweep(const SweepPlan& plan, SweepStore& store, const SweepOptions& options,
                       const std::function<bool(std::uint64_t, std::uint64_t)>& progress,
                       const std::function<bool()>& stop);

}  // namespace weft
