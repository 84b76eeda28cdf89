#include "hw/node/node_network.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "hw/common/parameter_error.hpp"

namespace weft {
namespace {

constexpr MemoryClocks until_it_moves = std::numeric_limits<MemoryClocks>::max();

}  // namespace

NodeNetwork::NodeNetwork(const NetworkParameters& parameters)
    : parameters_(parameters),
      grid_(parameters),
      nodes_per_router_(parameters.nodes_per_router),
      queues_per_router_(packet_lanes * (first_node_queue + nodes_per_router_)),
      queues_(std::size_t{grid_.routers()} * queues_per_router_),
      links_(grid_.routers()),
      waiting_(grid_.routers()) {}

MemoryClocks NodeNetwork::clocks_of(const NetworkPacket& packet) const {
  const unsigned bytes = parameters_.header_bytes + packet.carried_words() * parameters_.word_bytes;
  const unsigned flits = (bytes + parameters_.flit_bytes - 1) / parameters_.flit_bytes;
  return (flits * parameters_.flit_bytes + parameters_.link_bytes - 1) / parameters_.link_bytes;
}

void NodeNetwork::send(unsigned node, const NetworkPacket& packet, MemoryClocks now) {
  const unsigned router = grid_.router_of(node);
  queues_[node_queue(node, packet.lane())].packets.push_back(
      {packet, now, RouterGrid::from_nodes, 0, {}});
  ++waiting_[router];
  ++count_of(packet);
}

// The buffer that a packet comes into behind the link that it wants.
NodeNetwork::Queue& NodeNetwork::target(unsigned router, const Waiting& head) {
  const PacketLane lane = head.packet.lane();
  if (head.link == RouterGrid::from_nodes) return queue_of(router, in_lane(lane, local_queue));
  return queue_of(grid_.behind(router, head.link), in_lane(lane, 2 * head.link + head.channel));
}

// A packet that comes into a router; within a dimension it keeps its virtual channel until it
// crosses the link that closes the ring.
NodeNetwork::Waiting NodeNetwork::arriving(unsigned router, unsigned came_by, unsigned channel,
                                           const NetworkPacket& packet, MemoryClocks head) const {
  Waiting waiting{packet, head, grid_.link_towards(router, packet.node), 0, {}};
  if (waiting.link == RouterGrid::to_nodes) return waiting;
  const bool goes_on = came_by < RouterGrid::directions && came_by / 2 == waiting.link / 2;
  if ((goes_on && channel != 0) || grid_.closes_ring(router, waiting.link)) waiting.channel = 1;
  return waiting;
}

// A packet needs its place until its end has left.
bool NodeNetwork::has_room(const Queue& buffer, MemoryClocks now) const {
  if (parameters_.wormhole_bytes != 0) return buffer.packets.empty();
  return buffer.packets.size() + (buffer.read_until > now ? 1 : 0) < parameters_.buffered_packets;
}

bool NodeNetwork::can_begin(unsigned router, const Waiting& head, MemoryClocks now,
                            const PacketSink& sink) {
  if (head.head > now || links_[router][head.link].busy_until > now) return false;
  if (head.link == RouterGrid::to_nodes)
    return sink.accepts(head.packet.node, head.packet.lane(), now);
  return has_room(target(router, head), now);
}

void NodeNetwork::evaluate_router(unsigned router, MemoryClocks now, PacketSink& sink) {
  // of each link the queue that comes first behind the one that had it last
  std::array<unsigned, RouterGrid::links> chosen;
  chosen.fill(queues_per_router_);
  const auto distance = [&](unsigned link, unsigned number) {
    return (number + queues_per_router_ - links_[router][link].last - 1) % queues_per_router_;
  };
  const unsigned used = requests_ == 0 ? in_lane(PacketLane::requests, 0) : queues_per_router_;
  for (unsigned number = 0; number < used; ++number) {
    const Queue& queue = queue_of(router, number);
    if (queue.packets.empty() || queue.read_until > now) continue;
    const Waiting& head = queue.packets.front();
    if (!can_begin(router, head, now, sink)) continue;
    unsigned& best = chosen[head.link];
    if (best == queues_per_router_ || distance(head.link, number) < distance(head.link, best))
      best = number;
  }
  for (const unsigned number : chosen) {
    if (number != queues_per_router_) begin(router, number, now, sink);
  }
}

void NodeNetwork::free_until(const Held& held, MemoryClocks at) {
  links_[held.router][held.link].busy_until = at;
  queue_of(held.router, held.queue).read_until = at;
}

// The head of a worm goes on over another link. Its end follows, and leaves each link that it
// stands on when the buffers before it have room for what is left. Returns what it may still stand
// on if its head has to wait again: these links are busy until it goes on.
std::vector<NodeNetwork::Held> NodeNetwork::move_worm(const Waiting& head, const Held& next,
                                                      MemoryClocks now) {
  const MemoryClocks length = clocks_of(head.packet);
  const MemoryClocks buffer =
      (parameters_.wormhole_bytes + parameters_.link_bytes - 1) / parameters_.link_bytes;
  const bool arrives = head.link == RouterGrid::to_nodes;
  std::vector<Held> worm{next};
  worm.insert(worm.end(), head.held.begin(), head.held.end());
  std::vector<Held> held;
  for (std::size_t i = 0; i < worm.size(); ++i) {
    // routers between this link and the one that the head begins with
    const MemoryClocks room = i * buffer;
    const MemoryClocks left = length > room ? now + length - room : now;
    worm[i].end = std::max(worm[i].end, left);
    const bool stands = !arrives && length > room + buffer;
    free_until(worm[i], stands ? until_it_moves : worm[i].end);
    if (stands) held.push_back(worm[i]);
  }
  return held;
}

void NodeNetwork::begin(unsigned router, unsigned from_queue, MemoryClocks now, PacketSink& sink) {
  Queue& queue = queue_of(router, from_queue);
  const Waiting head = queue.packets.front();
  queue.packets.pop_front();
  const MemoryClocks end = now + clocks_of(head.packet);
  queue.read_until = end;
  links_[router][head.link] = {end, from_queue};
  --waiting_[router];
  std::vector<Held> held;
  if (parameters_.wormhole_bytes != 0)
    held = move_worm(head, {router, head.link, from_queue, end}, now);
  if (head.link == RouterGrid::to_nodes) {
    --count_of(head.packet);
    sink.accept(head.packet.node, head.packet, now);
    return;
  }
  const bool inwards = head.link == RouterGrid::from_nodes;
  const unsigned next = inwards ? router : grid_.behind(router, head.link);
  Queue& behind = target(router, head);
  behind.packets.push_back(
      arriving(next, head.link, head.channel, head.packet, now + parameters_.hop_clocks));
  behind.packets.back().held = std::move(held);
  ++waiting_[next];
}

void NodeNetwork::evaluate(MemoryClocks now, PacketSink& sink) {
  if (empty()) return;
  for (unsigned router = 0; router < grid_.routers(); ++router) {
    if (waiting_[router] != 0) evaluate_router(router, now, sink);
  }
}

}  // namespace weft
