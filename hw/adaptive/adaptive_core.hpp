// What the adaptive routers share: frames, virtual cut-through, flow control by packets.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/adaptive/route_table.hpp"
#include "hw/common/counted.hpp"
#include "hw/common/cycle_driver.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/common/packet_losses.hpp"
#include "hw/common/pool.hpp"
#include "hw/common/port_waits.hpp"
#include "hw/common/random.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/switch_events.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Counters of an adaptive router.
struct AdaptiveCounters {
  std::uint64_t packets_routed = 0;
  std::uint64_t packets_derouted = 0;  ///< Of those: over a link that is not profitable.
  std::uint64_t packets_queued = 0;    ///< Put into the multiqueue.
  std::uint64_t header_errors = 0;     ///< Dropped: a header that leads nowhere.
};

/// A router without its routing algorithm, and without wires. A packet that comes in fills an input
/// frame; `routing_latency` after its header is in, at the next edge of the clock, it can be moved:
/// to an output frame or wherever the algorithm keeps it. Moving takes no time, and its tail
/// follows as it comes (virtual cut-through): the input frame is free again once the packet has
/// been moved and its tail is in. An output frame begins its packet when the far end has a free
/// frame, and is empty when the tail has left.
///
/// Everything is decided in `evaluate`, at edges of the clock, from what was known before that
/// edge. A packet whose header leads nowhere is dropped and counted.
class AdaptiveCore : public PacketClient,
                     public ObservedSwitch,
                     public PortWaits,
                     public LaterEvents,
                     public LosesPackets {
 public:
  AdaptiveCore(const AdaptiveCore&) = delete;
  AdaptiveCore& operator=(const AdaptiveCore&) = delete;

  /// The link end at a port; to be called for each port that is connected, before the start.
  void attach(unsigned port, PacketLine& line) { outputs_[port].line = &line; }
  /// Called by the CycleDriver.
  void evaluate(Time now);

  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void frame_free(unsigned port, Time now) override;

  const AdaptiveCounters& counters() const { return counters_; }
  PacketLosses losses() const override { return {counters_.header_errors, 0, 0, 0}; }
  /// Packets in the input frames of a port that have not been moved.
  std::size_t waiting(unsigned port) const { return inputs_[port].waiting.size(); }

  /// A packet at an input waits for any way out of the router that it or another one can take: what
  /// leaves makes room for it, and it can be derouted to any other router.
  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override { return next_event(now) != never; }

 protected:
  /// A packet in the router; from a pool, to which it goes back when nothing points to it.
  struct Transit : Counted {
    explicit Transit(Pool<Transit>& owner) : pool(&owner) {}
    void last_holder_gone() {
      packet.body.reset();
      pool->give_back(*this);
    }

    Pool<Transit>* pool;
    PacketTransfer packet;  // as it came in; as it leaves, once that has begun
    LinkSet profitable = 0;
    unsigned input = 0;          // that it came by
    Time ready = 0;              // edge from which it can be moved
    Time tail = never;           // when its tail is in; `never` while that is not known
    PacketLine* line = nullptr;  // that it leaves by; null before it has begun
  };
  using TransitPointer = CountedPtr<Transit>;

  AdaptiveCore(unsigned links, Time clock, Time routing_latency, RouterPlace place,
               std::uint64_t seed, CycleDriver& driver);
  ~AdaptiveCore() = default;

  /// Moves packets.
  virtual void route(Time now) = 0;
  /// Links that are profitable for packets that the algorithm keeps.
  virtual LinkSet wanted_by_kept() const { return 0; }

  unsigned links() const { return static_cast<unsigned>(inputs_.size()); }
  LinkSet network() const { return place_.network; }
  LinkSet connected() const { return place_.connected; }
  /// The packet that has waited longest at an input and can be moved, or null.
  const Transit* ready(unsigned port, Time now) const;
  /// Takes it out of its input frame.
  TransitPointer take(unsigned port, Time now);
  bool output_empty(unsigned port) const { return outputs_[port].packet == nullptr; }
  /// Free frames at the far end, but for the one of the packet in the output frame.
  unsigned far_frames(unsigned port) const;
  /// Puts a packet into an output frame that is empty.
  void place(TransitPointer packet, unsigned output);
  void count_queued() { ++counters_.packets_queued; }
  RandomStream& random() { return random_; }
  unsigned random_link(LinkSet set);

 private:
  struct Input {
    Ring<TransitPointer> waiting;  // in input frames, not moved yet
    TransitPointer arriving;       // its end is not known
    TransitPointer draining;       // moved, but its tail may not be in
  };

  struct Output {
    PacketLine* line = nullptr;
    TransitPointer packet;
    unsigned far_frames = 0;
    unsigned fresh_frames = 0;  // that became free at `fresh_since`, and count after it
    Time fresh_since = 0;
  };

  void settle(Time now);
  void drop_strays(Time now);
  void begin_packets(Time now);
  void set_end(Transit& packet) const;
  Time next_event(Time now) const;
  LinkSet ways_out() const;

  Time clock_;
  Time routing_latency_;
  RouterPlace place_;
  RandomStream random_;
  CycleDriver* driver_;
  Pool<Transit> transits_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  AdaptiveCounters counters_;
};

}  // namespace weft
