// Messages to processors drawn at random.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "testbench/programs/message_sink.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/random_traffic_parameters.hpp"
#include "testbench/workloads/replies.hpp"
#include "testbench/workloads/traffic_source.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// Workload `random_traffic`: the asynchronous one with non-blocking sends of thesis 5.3. Every
/// message is received and acknowledged at once. When `max_outstanding` messages of a process are
/// not acknowledged yet, its next one is dropped and counted, not queued (thesis 5.3.2). Between
/// messages a process sleeps, so that several on a processor do not slow each other down.
class RandomTraffic final : public Workload {
 public:
  /// Of all processes.
  struct Counts {
    MeasuredCount sent;       ///< Messages posted.
    MeasuredCount dropped;    ///< Messages that were too many.
    MeasuredCount received;   ///< Messages.
    MeasuredCount bytes;      ///< Received.
    Distribution turnaround;  ///< ps; from the post of a message to its acknowledgement.
  };

  RandomTraffic(System& system, const RandomTrafficParameters& parameters);

  const Counts& counts() const { return counts_; }
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;
  /// A message that is answered counts as delivered when its answer has come in.
  std::optional<SourceCounts> sources() const override;

 private:
  void start_process(std::size_t processor, std::uint32_t number);
  void receive_all(std::size_t processor);

  RandomTrafficParameters parameters_;
  Counts counts_;
  std::unique_ptr<DestinationPattern> pattern_;
  std::unique_ptr<Replies> replies_;   // null: requests are not answered
  std::deque<TrafficSource> sources_;  // by process
  std::deque<MessageSink> sinks_;      // by processor
};

}  // namespace weft
