// Parameters of random traffic.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"
#include "platforms/registry/parameter.hpp"
#include "testbench/workloads/interval_distribution.hpp"
#include "testbench/workloads/traffic_pattern_parameters.hpp"

namespace weft {

/// Every process sends messages at random times to processors of a pattern (thesis 3.3 and 5.3).
struct RandomTrafficParameters : TrafficPatternParameters {
  CountRange message_bytes{32, 32};  ///< Uniform between the two.
  Time interval = 10 * microsecond;  ///< Mean time between the messages of one process.
  IntervalDistribution distribution = IntervalDistribution::exponential;
  Time deviation = 1 * microsecond;       ///< Standard deviation of normal intervals.
  Time slot = 1 * microsecond;            ///< Of bernoulli.
  std::uint32_t burst = 8;                ///< Mean messages of a burst, on_off.
  Time burst_interval = 1 * microsecond;  ///< Between the messages of a burst.
  std::uint32_t max_outstanding = 16;     ///< Unacknowledged messages of one process.
  std::uint32_t processes = 1;            ///< On each processor.
  std::uint32_t reply_bytes = 0;          ///< Each message is answered with one of so many; 0: not.
};

}  // namespace weft
