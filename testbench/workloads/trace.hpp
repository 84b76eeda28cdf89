// Messages at the times of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "testbench/programs/message_sink.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/traced_messages.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// Workload `trace`: each message is posted at its time, whatever became of those before it, and
/// received at once. Messages of one pair of processors stay in order.
class Trace final : public Workload {
 public:
  explicit Trace(System& system);

  ReportedValues report(Time now) const override;
  std::optional<SourceCounts> sources() const override;

 private:
  std::vector<std::vector<TracedMessage>> messages_;  // by source, in the order of their times
  std::uint64_t all_ = 0;                             // of all sources
  MeasuredCount sent_;
  MeasuredCount received_;
  MeasuredCount bytes_;
  std::deque<MessageSink> sinks_;  // by processor
};

}  // namespace weft
