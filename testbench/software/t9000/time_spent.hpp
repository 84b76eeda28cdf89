// What the processes of an algorithm spend their time with.
#pragma once

#include <vector>

#include "hw/common/time.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// Of one process, ps.
struct TimeSpent {
  Time end = 0;            ///< When it was through.
  Time communication = 0;  ///< Of the time until then, in exchanges with others.
};

/// Adds the time of all together, the speed, and the share of communication. `operations` are the
/// additions and multiplications of all.
void report_work(ReportedValues& values, const std::vector<TimeSpent>& times, double operations);

}  // namespace weft
