// Parameters of the workloads that a platform may name.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/time.hpp"
#include "platforms/registry/parameter.hpp"

namespace weft {

/// Times between the messages of one process.
enum class IntervalDistribution : std::uint8_t {
  exponential,
  fixed,
  normal,
  bernoulli,  ///< In each slot of time a message or none: geometric.
  on_off,     ///< Bursts.
};

/// Who sends to whom. The names and formulas are those of Dally and Towles, Principles and
/// Practices of Interconnection Networks, 2004, table 3.1; see traffic_patterns.hpp.
enum class TrafficPattern : std::uint8_t {
  uniform,
  transpose,
  bit_complement,
  bit_reverse,
  shuffle,
  tornado,
  neighbour,
  permutation,
  hot_spot,
  all_to_all,
};

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

/// Every process sends messages at random times to processors of a pattern (thesis 3.3 and 5.3).
struct RandomTrafficParameters {
  CountRange message_bytes{32, 32};  ///< Uniform between the two.
  Time interval = 10 * microsecond;  ///< Mean time between the messages of one process.
  IntervalDistribution distribution = IntervalDistribution::exponential;
  Time deviation = 1 * microsecond;       ///< Standard deviation of normal intervals.
  Time slot = 1 * microsecond;            ///< Of bernoulli.
  std::uint32_t burst = 8;                ///< Mean messages of a burst, on_off.
  Time burst_interval = 1 * microsecond;  ///< Between the messages of a burst.
  std::uint32_t max_outstanding = 16;     ///< Unacknowledged messages of one process.
  std::uint32_t processes = 1;            ///< On each processor.
  TrafficPattern pattern = TrafficPattern::uniform;
  std::uint32_t radius = 0;       ///< Of uniform: |dx| and |dy| at most this; 0 for anywhere.
  std::string hot;                ///< Component of hot_spot; empty for the last T9000.
  double hot_fraction = 0.1;      ///< Of the messages, to `hot`; the others are uniform.
  std::string file;               ///< Of permutation.
  std::uint32_t reply_bytes = 0;  ///< Each message is answered with one of so many; 0: not.
};

/// Messages at the times of a file.
struct TraceParameters {
  std::string file;
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

/// When processes begin to compute.
enum class WorkloadStart : std::uint8_t {
  together,  ///< All at 0.
  spread,    ///< Each somewhere in its first compute period.
};

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
  /// Virtual channels from a T9000 to another, with `non_blocking`; 0 for one for each message.
  std::uint32_t channels = 1;
  WorkloadStart start = WorkloadStart::together;
};

/// How the words of a message get into or out of the communication agent of an iWarp cell.
enum class Transfer : std::uint8_t { gates, spools };

/// One iWarp cell sends messages to another, over pathways that stay open (section 6.1).
struct PathwayStreamParameters {
  std::uint32_t words = 64;         ///< Of a message.
  std::uint64_t messages = 0;       ///< On each pathway; 0 for no end.
  std::uint32_t pathways = 1;       ///< Side by side.
  Transfer send = Transfer::gates;  ///< By the program or by spooling gates.
  Transfer receive = Transfer::gates;
  std::string from;  ///< Component; empty for the first cell.
  std::string to;    ///< Component; empty for the last cell.
};

/// Cells open pathways to others drawn at random, send messages over them and take them down.
struct PathwayTrafficParameters {
  CountRange words{1, 64};       ///< Of a message.
  CountRange messages{1, 4};     ///< On a pathway.
  std::uint64_t pathways = 0;    ///< Of each sender; 0 for no end.
  CountRange pause{0, 100};      ///< Clocks before a pathway.
  std::uint32_t receivers = 50;  ///< Percent of the cells; the others send.
  Transfer receive = Transfer::gates;
};

/// How a row of words goes to a chain of cells, or comes from them (section 3.1.2).
enum class RowMethod : std::uint8_t { get_row, put_row };

/// One message carries the parts of all cells of a chain.
struct RowTransferParameters {
  RowMethod method = RowMethod::get_row;
  std::uint32_t words = 16;  ///< Of a cell's part.
  std::uint64_t rows = 0;    ///< 0 for no end.
};

/// A chain of cells sorts the keys in their memories.
struct OddEvenSortParameters {
  std::uint32_t keys = 16;       ///< Of a cell.
  std::uint32_t comparison = 2;  ///< Clocks of one.
};

/// A Fourier transform over a power of two of cells.
struct FftParameters {
  std::uint32_t points = 16;  ///< Of a cell, a power of two.
};

}  // namespace weft
