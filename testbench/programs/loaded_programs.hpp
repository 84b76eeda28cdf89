// Programs that a platform names.
#pragma once

#include "hw/common/time.hpp"
#include "testbench/programs/program_position.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

struct RunResult;

/// Programs that components of a platform are given by their own parameters, beside those of its
/// workload. They begin with the run.
class LoadedPrograms {
 public:
  virtual ~LoadedPrograms() = default;
  /// For waves: where they are is that of the present clock.
  virtual void keep_pace() = 0;
  virtual void add_to(ProgramPositions& positions) const = 0;
  /// What they have done, from the start to `now`.
  virtual ReportedValues report(Time now) const = 0;
  /// What is in it only at times; the values mean nothing.
  virtual ReportedValues may_report() const { return {}; }
  /// What is no single value.
  virtual void add_to(RunResult& result) const = 0;
};

}  // namespace weft
