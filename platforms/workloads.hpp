// Parameters of the workloads that a platform may name.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/time.hpp"
#include "platforms/registry/parameter.hpp"

namespace weft {

/// Times between the messages of one process.
enum class IntervalDistribution : std::uint8_t { exponential, fixed };

/// One T9000 sends messages to another, or both to each other (thesis 4.1.4.1).
struct StreamParameters {
  std::uint32_t message_bytes = 32;  ///< 0..1 MiB.
  Time interval = 0;                 ///< Mean pause after each acknowledged message.
  IntervalDistribution distribution = IntervalDistribution::fixed;
  bool bidirectional = false;  ///< Both send.
  Time stagger = 0;            ///< The second sender begins this much later.
  std::uint64_t messages = 0;  ///< By each sender; 0 for no end.
  std::string from;            ///< Component; empty for the first T9000.
  std::string to;              ///< Component; empty for the last T9000.
};

/// Every process sends messages to processors drawn at random (thesis 3.3 and 5.3).
struct RandomTrafficParameters {
  CountRange message_bytes{32, 32};  ///< Uniform between the two.
  Time interval = 10 * microsecond;  ///< Mean time between the messages of one process.
  IntervalDistribution distribution = IntervalDistribution::exponential;
  std::uint32_t max_outstanding = 16;  ///< Unacknowledged messages of one process.
  std::uint32_t processes = 1;         ///< On each processor.
  std::uint32_t radius = 0;            ///< |dx| and |dy| at most this; 0 for anywhere.
};

/// Processes on a torus exchange messages with their four neighbours (thesis 4.2.1).
struct BoundaryExchangeParameters {
  Shape processes;                   ///< Empty: twice the processors on each side.
  std::uint32_t message_bytes = 32;  ///< 1..1 MiB.
  Time compute = 1 * microsecond;    ///< Computing before each exchange.
};

/// What a process waits for after it has sent (thesis 5.3.2).
enum class SynchronisationMode : std::uint8_t { loosely_synchronous, blocking, non_blocking };

/// Of compute periods (thesis 6.2.3).
enum class ComputeDistribution : std::uint8_t { constant, normal, exponential };

/// What keeps a process that does not wait from filling the network (thesis 5.3.2 and 5.4.4).
enum class Throttle : std::uint8_t {
  outstanding,  ///< Its own messages that are not acknowledged.
  queue,        ///< Data packets queued at its T9000.
  none,
};

/// The synthetic workload (D, d, n, c, m, M) of thesis definition 5.1; D is the platform's.
struct SyntheticParameters {
  SynchronisationMode mode = SynchronisationMode::blocking;
  std::uint32_t radius = 8;         ///< d: |dx| and |dy| at most this; 0 for anywhere.
  std::uint32_t processes = 1;      ///< n, on each processor.
  Time compute = 30 * microsecond;  ///< c: mean of the compute periods.
  ComputeDistribution distribution = ComputeDistribution::constant;
  double deviation_percent = 10;     ///< Standard deviation, of the mean; with `normal`.
  CountRange messages{1, 1};         ///< m, in one iteration; uniform between the two.
  CountRange message_bytes{32, 32};  ///< M, likewise.
  std::uint32_t early_messages = 1;  ///< That a process accepts; with `loosely_synchronous`.
  Throttle throttle = Throttle::outstanding;  ///< With `non_blocking`.
  std::uint32_t limit = 16;                   ///< Of what `throttle` counts.
};

/// Nothing is sent.
struct NoWorkloadParameters {};

}  // namespace weft
