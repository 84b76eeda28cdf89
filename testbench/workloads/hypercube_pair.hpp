// Two messages that share a link of a hypercube (figure 5).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/hypercube/messages.hpp"
#include "testbench/workloads/workload.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// Parameters of the workload `hypercube_pair`.
struct HypercubePairParameters {
  std::uint64_t long_bytes = 10240;
  std::uint64_t short_bytes = 256;
};

/// Node 1 sends a long message to node 7, node 0 a short one to node 3; on their fixed routes both
/// take the link from 1 to 3, which the long one gets first if they are sent at once. First each is
/// sent alone, when the cube is idle, then both. Bytes are compared with what arrives.
class HypercubePair final : public Workload {
 public:
  HypercubePair(System& system, const HypercubePairParameters& parameters);

  /// Throws std::runtime_error if a message has arrived that was not sent like that.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;
  std::optional<SourceCounts> sources() const override;

 private:
  /// One of the two.
  class Message final : private HypercubeMessageClient {
   public:
    Message(System& system, HypercubePair& pair, const char* name, unsigned from, unsigned to,
            std::uint64_t bytes);

    /// Gives it to its node.
    void send(Time now);
    void add_to(ReportedValues& values, Time tick) const;
    bool under_way() const { return under_way_; }
    std::uint64_t sent() const { return sent_; }

   private:
    /// From being sent, ps.
    struct Arrival {
      Time first = 0;
      Time last = 0;
    };

    void received(const HypercubeArrival& message) override;

    HypercubePair* pair_;
    const char* name_;
    HypercubeMessages* from_;
    unsigned source_;
    unsigned to_;
    std::vector<std::uint8_t> bytes_;
    Time queued_ = 0;
    bool under_way_ = false;
    std::uint64_t sent_ = 0;
    std::vector<Arrival> arrivals_;  // alone, beside the other
  };

  void go_on();
  void send();

  Wheel* wheel_;
  Time tick_;
  WheelEntry next_;
  unsigned round_ = 0;  // the long one, the short one, both
  std::array<Message, 2> messages_;
  bool damaged_ = false;
};

}  // namespace weft
