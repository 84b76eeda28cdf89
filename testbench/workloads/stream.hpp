// Messages from one processor to another, or both ways.
#pragma once

#include <deque>
#include <string>

#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/interval_distribution.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

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

/// Workload `stream` (thesis 4.1.4.1): blocking sends, one after another. Each direction has a
/// virtual channel of its own, so that acknowledgements of one do not delay data of the other at
/// its source.
class Stream final : public Workload {
 public:
  /// One direction, counted where it is received.
  struct Direction {
    std::string name;  ///< "left to right"
    MeasuredCount messages;
    MeasuredCount bytes;
    Time first = 0;  ///< When the first message after the warm-up was received.
    Time last = 0;   ///< When the last one was.

    /// Between two messages.
    bool has_rate() const { return messages.measured() >= 2; }
    /// Bytes a second between the first message and the last, the steady rate of whole messages;
    /// 0 without a rate.
    double throughput() const;
    /// Messages a second, likewise.
    double message_rate() const;
  };

  Stream(System& system, const StreamParameters& parameters);

  const std::deque<Direction>& directions() const { return directions_; }
  ReportedValues report(Time) const override { return figures(false); }
  ReportedValues may_report() const override { return figures(true); }

 private:
  ReportedValues figures(bool all_that_may_be) const;
  void add_direction(std::size_t from, std::size_t to, Time begin,
                     const StreamParameters& parameters);

  std::deque<Direction> directions_;
};

}  // namespace weft
