// The few results of a run that are read first.
#pragma once

#include <cstddef>

#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// At most `most` of the results, in their order: latency, load, throughput, how busy links are and
/// what was thrown away, where the run has them; then what comes first. All of them where that
/// leaves out no more than two, which would save nothing.
ReportedValues summary_of(const ReportedValues& values, std::size_t most = 12);

}  // namespace weft
