// How long packets take, from several beginnings.
#pragma once

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/statistics/time_mean.hpp"

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
    TimeMean queued;  ///< From when it was queued in its T9000.
    TimeMean sent;    ///< From its first bit on a link of that.
    /// From its first bit on a link between routers (definition 5.3), if it crossed one.
    TimeMean routed;
  };

  /// `warm_up` in ps.
  explicit PacketLifetimes(Time warm_up = 0) : warm_up_(warm_up) {}

  void write(const Event& event) override;

  ReportedValues report() const { return figures(false); }
  /// What that may give once there are samples of all; the values mean nothing.
  ReportedValues may_report() const { return figures(true); }

 private:
  ReportedValues figures(bool empty_too) const;

  Time warm_up_;
  Times data_;
  Times acknowledgements_;
  Distribution routed_;  // of all
};

}  // namespace weft
