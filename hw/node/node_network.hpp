// The network between nodes that have memory.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/node/network_port.hpp"
#include "hw/node/router_grid.hpp"

namespace weft {

/// What takes packets out of a network.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// Whether a node takes a packet of that lane that begins to come in at that clock.
  virtual bool accepts(unsigned node, PacketLane lane, MemoryClocks now) const = 0;
  virtual void accept(unsigned node, const NetworkPacket& packet, MemoryClocks now) = 0;
};

/// A mesh or a torus of routers on one clock. A link carries one packet at a time, its header in
/// front of its words. A router passes a packet on as soon as its begin is there, its link is free
/// and the buffer behind has room for all of it (virtual cut-through); packets that want one link
/// take turns. The nodes of a router share one link into it and one out of it. In a torus a packet
/// that has crossed the link that closes a ring goes on in buffers of its own, so that no ring of
/// buffers waits for itself. Requests have buffers of their own, beside those of all other packets;
/// order between two nodes is kept, of either.
///
/// With wormholes a router has room for a few bytes and one head behind each link: a packet that
/// waits keeps the links busy on which the rest of it stands.
class NodeNetwork {
 public:
  /// Throws ParameterError.
  explicit NodeNetwork(const NetworkParameters& parameters);

  const RouterGrid& grid() const { return grid_; }
  /// That a link is busy with a packet.
  MemoryClocks clocks_of(const NetworkPacket& packet) const;

  /// Whether a node may hand over a packet: the one before is on its link.
  bool room(unsigned node, PacketLane lane = PacketLane::data) const {
    return queues_[node_queue(node, lane)].packets.empty();
  }
  void send(unsigned node, const NetworkPacket& packet, MemoryClocks now);
  /// At a clock, behind all nodes: links that are free begin with the next packet.
  void evaluate(MemoryClocks now, PacketSink& sink);
  bool empty() const { return packets_ == 0 && requests_ == 0; }

 private:
  // Of a router, in each lane: two virtual channels of each direction it is entered from, what came
  // from its nodes, and what each of those hands over.
  static constexpr unsigned local_queue = 2 * RouterGrid::directions;
  static constexpr unsigned first_node_queue = local_queue + 1;

  // A link that a worm stands on, and the queue that it is read from.
  struct Held {
    unsigned router = 0;
    unsigned link = 0;
    unsigned queue = 0;
    MemoryClocks end = 0;  // of the packet there, if it had not stopped
  };
  struct Waiting {
    NetworkPacket packet;
    MemoryClocks head = 0;   // is there from then on
    unsigned link = 0;       // that it wants
    unsigned channel = 0;    // of the buffer behind it
    std::vector<Held> held;  // the last link first
  };
  struct Queue {
    std::deque<Waiting> packets;
    MemoryClocks read_until = 0;  // the one before is still leaving
  };
  struct Link {
    MemoryClocks busy_until = 0;
    unsigned last = 0;  // queue that had it
  };

  Queue& queue_of(unsigned router, unsigned number) {
    return queues_[std::size_t{router} * queues_per_router_ + number];
  }
  // the number, in its router, of a queue of the lane
  unsigned in_lane(PacketLane lane, unsigned number) const {
    return static_cast<unsigned>(lane) * (first_node_queue + nodes_per_router_) + number;
  }
  std::size_t node_queue(unsigned node, PacketLane lane) const {
    return std::size_t{grid_.router_of(node)} * queues_per_router_ +
           in_lane(lane, first_node_queue + node % nodes_per_router_);
  }
  std::uint64_t& count_of(const NetworkPacket& packet) {
    return packet.lane() == PacketLane::requests ? requests_ : packets_;
  }
  Queue& target(unsigned router, const Waiting& head);
  Waiting arriving(unsigned router, unsigned came_by, unsigned channel, const NetworkPacket& packet,
                   MemoryClocks head) const;
  bool has_room(const Queue& buffer, MemoryClocks now) const;
  bool can_begin(unsigned router, const Waiting& head, MemoryClocks now, const PacketSink& sink);
  void evaluate_router(unsigned router, MemoryClocks now, PacketSink& sink);
  void begin(unsigned router, unsigned from_queue, MemoryClocks now, PacketSink& sink);
  void free_until(const Held& held, MemoryClocks at);
  std::vector<Held> move_worm(const Waiting& head, const Held& next, MemoryClocks now);

  NetworkParameters parameters_;
  RouterGrid grid_;
  unsigned nodes_per_router_;
  unsigned queues_per_router_;
  std::vector<Queue> queues_;
  std::vector<std::array<Link, RouterGrid::links>> links_;
  std::vector<unsigned> waiting_;  // packets in each router
  std::uint64_t packets_ = 0;      // but for requests
  std::uint64_t requests_ = 0;     // where there are none their buffers need not be looked at
};

}  // namespace weft
