// Random messages between the nodes of a hypercube, the same ones for every transport.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/common/random.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/messages.hpp"
#include "testbench/statistics/latency_series.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/workload.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

enum class HypercubeStart : std::uint8_t {
  in_step,  ///< Each node generates its first message after one interval of its own.
  spread,   ///< After a uniform part of the mean interval.
};

/// What of a node's intervals is half of their mean. The paper says the variance, by which they are
/// nearly equal: 1024 ticks have a deviation of 23.
enum class HypercubeHalfOfMean : std::uint8_t {
  variance,   ///< As printed.
  deviation,  ///< In bursts, as section 5.1 expects of traffic.
};

/// Parameters of the workload `hypercube_traffic` (section 6).
struct HypercubeTrafficParameters {
  std::uint64_t mean_bytes = 512;       ///< Of the exponential distribution of lengths.
  std::uint64_t interval_ticks = 1024;  ///< Mean of a normal distribution.
  HypercubeHalfOfMean half_of_mean = HypercubeHalfOfMean::variance;
  std::uint64_t messages = 100;  ///< Of each node.
  HypercubeStart start = HypercubeStart::in_step;
};

/// The traffic of section 6. Each node draws from a stream of its own, for each message when it is
/// generated, where it goes (any other node) and how long it is: nothing in it depends on what
/// becomes of earlier ones. Type and bytes of a message are made from its source and number, and
/// compared with what arrives. Latencies are those of what arrives from the end of the warm-up on.
class HypercubeTraffic final : public Workload {
 public:
  HypercubeTraffic(System& system, const HypercubeTrafficParameters& parameters);

  /// Throws std::runtime_error if a message has arrived that was not sent like that.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;
  std::optional<SourceCounts> sources() const override;

 private:
  /// A message that is on its way.
  struct Sent {
    unsigned destination = 0;
    std::uint32_t bytes = 0;
    std::uint64_t number = 0;
    Time queued = 0;
  };

  class Source final : private HypercubeMessageClient {
   public:
    Source(HypercubeTraffic& traffic, unsigned node, HypercubeMessages& messages);

    bool ended() const { return generated_ == traffic_->parameters_.messages; }
    std::uint64_t waiting() const { return on_their_way_.size(); }
    std::uint64_t generated() const { return generated_; }
    /// Mean of its messages that have left since the warm-up, ps; nothing if none has.
    std::optional<double> mean_wait() const {
      if (left_ == 0) return {};
      return static_cast<double>(waited_) / static_cast<double>(left_);
    }
    /// Of its messages, the one of this type, which has arrived; null if there is none.
    const Sent* find(std::uint16_t type) const;
    void forget(std::uint16_t type) { on_their_way_.erase(type); }

   private:
    void generate();
    void received(const HypercubeArrival& message) override;
    void leaves(const HypercubeDeparture& message) override;

    HypercubeTraffic* traffic_;
    unsigned node_;
    HypercubeMessages* messages_;
    RandomStream random_;
    WheelEntry next_;
    std::uint64_t generated_ = 0;
    std::uint64_t left_ = 0;
    Time waited_ = 0;                                       // of those that have left
    std::unordered_map<std::uint16_t, Sent> on_their_way_;  // by type
  };

  Time warm_up() const { return platform().run.warm_up; }
  Time interval(RandomStream& random) const;
  std::vector<std::uint8_t> bytes_of(unsigned node, std::uint64_t number,
                                     std::uint32_t count) const;
  void arrived(unsigned node, const HypercubeArrival& message);
  double ideal_utilisation() const;
  void add_arrivals(ReportedValues& values) const;
  void add_waits(ReportedValues& values) const;

  HypercubeTrafficParameters parameters_;
  Wheel* wheel_;
  Time tick_ = 0;
  unsigned byte_ticks_ = 0;
  double paid_ticks_ = 0;  // of arbitration
  std::deque<Source> sources_;
  std::uint64_t byte_hops_ = 0;  // of all messages generated
  Time last_generated_ = 0;
  Time last_arrived_ = 0;  // of those that count, as are the latencies and waits
  MeasuredCount generated_;
  MeasuredCount arrived_;
  std::uint64_t damaged_ = 0;
  LatencySeries first_{LatencySeries::Keeps::distribution};
  LatencySeries last_{LatencySeries::Keeps::distribution};
  LatencySeries source_wait_{LatencySeries::Keeps::distribution};
};

}  // namespace weft
