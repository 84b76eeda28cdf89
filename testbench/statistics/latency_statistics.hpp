// Latency and throughput of packets and messages.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/latency_series.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// Mean, deviation, extremes and percentiles in ns of a distribution of times in ps; `what` stands
/// before their names ("packet latency"). Nothing without samples.
void report_latency(ReportedValues& values, const std::string& what, const Distribution& latency);
/// With half of the 95 % interval of the mean, where there is one.
void report_latency(ReportedValues& values, const std::string& what, const LatencySeries& latency);
/// What the first gives where there are samples; the values mean nothing.
void may_report_distribution(ReportedValues& values, const std::string& what);
/// What the second gives.
void may_report_latency(ReportedValues& values, const std::string& what);

/// Sink of the events of all T9000s of a run, and of packets that end elsewhere. It counts what
/// comes in from the end of the warm-up on, whenever it was sent. Latency is from the time at which
/// the sender queued the packet, or a message's first one, to the edge of the clock at which the
/// end token of its last was taken up; waiting behind earlier messages of the virtual channel is
/// not part of it. Packets without a tag (from third-party RTL) count for throughput only.
class LatencyStatistics final : public EventSink {
 public:
  /// What it listens to.
  static constexpr EventKinds kinds{EventKind::packet_received, EventKind::message_received};

  /// `warm_up` in ps.
  explicit LatencyStatistics(Time warm_up = 0);

  void write(const Event& event) override;
  void write(const PacketArrival& packet);
  void write(const MessageArrival& arrival);

  const Distribution& packet_latency() const {  ///< ps; data packets.
    return packet_latency_.distribution();
  }
  const Distribution& message_latency() const {  ///< ps
    return message_latency_.distribution();
  }
  /// Routers passed by data packets; the links are one more.
  const Distribution& hops() const { return hops_; }
  const MeasuredCount& packets() const { return packets_; }
  const MeasuredCount& acknowledgements() const { return acknowledgements_; }
  const MeasuredCount& messages() const { return messages_; }
  const MeasuredCount& bytes() const { return bytes_; }  ///< Of data, by packets.

  /// All of it; `now` is the end of the run, in ps.
  ReportedValues report(Time now) const;
  /// What is in it only where there are samples; the values mean nothing.
  static ReportedValues may_report();

 private:
  Time warm_up_;
  LatencySeries packet_latency_{LatencySeries::Keeps::distribution};
  LatencySeries message_latency_;
  Distribution hops_;
  MeasuredCount packets_;
  MeasuredCount acknowledgements_;
  MeasuredCount messages_;
  MeasuredCount bytes_;
};

}  // namespace weft
