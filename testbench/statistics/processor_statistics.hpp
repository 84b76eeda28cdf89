// What each processor of a run sent and received.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"

namespace weft {

/// One processor, from the end of the warm-up on.
struct ProcessorValues {
  double sent = 0;      ///< Data packets that have been acknowledged, a ms.
  double received = 0;  ///< Data packets that came in, a ms.
  double bytes = 0;     ///< Of data that came in, MB/s.
  double latency = 0;   ///< Mean of the messages that came in, ns; 0 without any.
};

/// Sink of the events of all T9000s of a run.
class ProcessorStatistics final : public EventSink {
 public:
  /// What it listens to, of places by Platform::processors.
  static constexpr EventKinds kinds{EventKind::packet_received, EventKind::message_received};

  /// `warm_up` in ps.
  ProcessorStatistics(std::size_t processors, Time warm_up);

  void write(const Event& event) override;

  /// By processor; `now` is the end of the run, in ps.
  std::vector<ProcessorValues> values(Time now) const;

 private:
  struct Meter {
    void add(const PacketArrival& packet);
    void add(const MessageArrival& arrival);

    std::uint64_t acknowledgements = 0;
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    Time latency = 0;  // sum
  };

  Time warm_up_;
  std::vector<Meter> meters_;
};

}  // namespace weft
