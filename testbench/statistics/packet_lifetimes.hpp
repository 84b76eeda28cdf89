// How long packets take, from several beginnings.
#pragma once

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"
#include "testbench/statistics/latency_series.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// Sink of the events of all T9000s of a run: times of packets that came in after the warm-up, to
/// the time at which the end of the packet was taken up (thesis 5.6.1). Packets without a tag do
/// not count.
class PacketLifetimes final : public EventSink {
 public:
  /// What it listens to.
  static constexpr EventKinds kinds{EventKind::packet_received};

  /// Of one kind of packet. ps.
  struct Times {
    LatencySeries created;  ///< From when it was queued in its T9000.
    LatencySeries sent;     ///< From its first bit on a link of that.
    /// From its first bit on a link between routers (definition 5.3), if it crossed one.
    LatencySeries routed;
  };

  /// `warm_up` in ps.
  explicit PacketLifetimes(Time warm_up = 0) : warm_up_(warm_up) {}

  void write(const Event& event) override;

  ReportedValues report() const;

 private:
  Time warm_up_;
  Times data_;
  Times acknowledgements_;
  Times all_;
};

}  // namespace weft
