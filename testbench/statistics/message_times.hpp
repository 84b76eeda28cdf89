// How long messages take, from their creation to the arrival of their last byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/statistics/latency_series.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/statistics/time_mean.hpp"

namespace weft {

/// A message that took long. Times in ps.
struct SlowMessage {
  std::size_t source = 0;       ///< In processors_of, ...
  std::size_t destination = 0;  ///< ... as this.
  unsigned bytes = 0;
  Time created = 0;   ///< When a program gave it to its processor.
  Time sent = never;  ///< First bit on a link of its processor.
  Time arrived = 0;   ///< Its last byte, with the end of its packet.
  /// Where one of its packets waited longest for an output: a switch, in Platform::components;
  /// nothing where it waited nowhere as long as at its source.
  std::optional<std::size_t> waited_at;
  Time waited = 0;  ///< There, or at its source from creation on.

  Time latency() const { return arrived - created; }
};

/// The standard latency, of messages between T9000s at all levels: from creation, when a program
/// gave the message to its processor, to the clock edge at which the receiver took up its last
/// byte, with the wait for earlier messages at its source. And the slowest of them. It counts what
/// arrives from the end of the warm-up on, whenever it was created. Left out are the messages of a
/// receiver from the time on at which an error has made it lose one: it is not known any more of
/// which of them a packet is missing. What it has to know of a message comes with its packets
/// (PacketTrace); only one of several packets, or one that has waited, is looked up.
class MessageTimes final : public EventSink {
 public:
  static constexpr std::size_t usual_slowest = 10;

  /// To be made before the run; both must outlive it.
  MessageTimes(const System& system, EventStream& events, Time warm_up);

  /// How many; to be called before the run.
  void keep_slowest(std::size_t most) { most_slowest_ = most; }

  void write(const Event& event) override;

  const LatencySeries& latency() const { return latency_; }
  ReportedValues report() const;
  /// What that gives once messages have arrived; the values mean nothing.
  static ReportedValues may_report();
  /// The slowest ones, the slowest first.
  std::vector<SlowMessage> slowest() const;

 private:
  /// Of one packet on its way, or all of a message.
  struct Wait {
    Time waited = 0;
    std::size_t at = 0;  // in Platform::components
  };
  /// A message as far as it has come in.
  struct Incoming {
    Time sent = never;
    unsigned bytes = 0;
    Wait longest{};
  };

  void write(std::size_t component, const PacketHopEvent& hop);
  void write(std::size_t processor, const PacketArrival& packet);
  Incoming take_incoming(std::uint64_t channel);
  void add_wait(std::uint64_t packet, Incoming& message);
  void arrived(const SlowMessage& message);

  std::vector<const T9000Core*> cores_;  // by index in processors_of
  Time warm_up_;
  LatencySeries latency_;
  TimeMean at_source_;
  std::size_t most_slowest_ = usual_slowest;
  std::vector<SlowMessage> slowest_;  // a heap, the fastest of them first
  // nodes are used again, so that no message costs an allocation
  std::pmr::unsynchronized_pool_resource pool_;
  std::pmr::unordered_map<std::uint64_t, Wait> waits_{&pool_};         // by id of the packet
  std::pmr::unordered_map<std::uint64_t, Incoming> incoming_{&pool_};  // by virtual channel
};

}  // namespace weft
