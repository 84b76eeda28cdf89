// What each processor of a run sent and received.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/t9000_reports.hpp"

namespace weft {

/// One processor, from the end of the warm-up on.
struct ProcessorValues {
  double sent = 0;      ///< Data packets that have been acknowledged, a ms.
  double received = 0;  ///< Data packets that came in, a ms.
  double bytes = 0;     ///< Of data that came in, MB/s.
  double latency = 0;   ///< Mean of the messages that came in, ns; 0 without any.
};

/// An observer of each T9000.
class ProcessorStatistics {
 public:
  /// `warm_up` in ps.
  ProcessorStatistics(std::size_t processors, Time warm_up);

  /// Observes processor `index` too; to be called before the run.
  void observe(std::size_t index, T9000Reports& reports);

  /// By processor; `now` is the end of the run, in ps.
  std::vector<ProcessorValues> values(Time now) const;

 private:
  struct Meter final : tlm::tlm_analysis_if<PacketArrival>, tlm::tlm_analysis_if<MessageArrival> {
    explicit Meter(Time from) : warm_up(from) {}
    void write(const PacketArrival& packet) override;
    void write(const MessageArrival& arrival) override;

    Time warm_up;
    std::uint64_t acknowledgements = 0;
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    Time latency = 0;  // sum
  };

  Time warm_up_;
  std::deque<Meter> meters_;
};

}  // namespace weft
