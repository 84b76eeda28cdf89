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
  std::uint64_t acknowledged = 0;  ///< Data packets of its own that have been acknowledged.
  std::uint64_t received = 0;      ///< Data packets that came in.
  std::uint64_t bytes = 0;         ///< Of data that came in.
  std::uint64_t messages = 0;      ///< That came in.
  double latency_ns = 0;           ///< Their mean latency; 0 without any.
  Time measured = 0;               ///< ps

  double acknowledged_per_ms() const { return a_millisecond(acknowledged); }
  double received_per_ms() const { return a_millisecond(received); }
  double received_mb_per_s() const {
    return measured == 0 ? 0 : static_cast<double>(bytes) / (milliseconds() / 1e3) / 1e6;
  }

 private:
  double a_millisecond(std::uint64_t count) const {
    return measured == 0 ? 0 : static_cast<double>(count) / milliseconds();
  }
  double milliseconds() const {
    return static_cast<double>(measured) / static_cast<double>(millisecond);
  }
};

/// Sink of the events of all T9000s of a run.
class ProcessorStatistics final : public EventSink {
 public:
  /// What it listens to, of places by processors_of.
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
