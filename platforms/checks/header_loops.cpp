#include "platforms/checks/header_loops.hpp"

#include <utility>
#include <vector>

#include "platforms/checks/router_step.hpp"

namespace weft {
namespace {

using PacketNode = Digraph::Node;

// A node is a channel with packets whose own header is first (2 c) or behind a random one (2 c +
// 1).
ChannelId channel_of(PacketNode node) { return node / 2; }
bool is_random(PacketNode node) { return node % 2 != 0; }
PacketNode node_of(ChannelId channel, bool random) { return 2 * channel + (random ? 1 : 0); }

class LoopSearch {
 public:
  LoopSearch(const HeaderFlow& flow, const HeaderOwners& owners)
      : flow_(&flow), owners_(&owners), position_(2 * flow.channels().count(), nowhere) {}

  RangeSet search(std::vector<PacketNode> nodes, HeaderRange headers) {
    halve(std::move(nodes), headers);
    return std::move(loops_);
  }

 private:
  static constexpr PacketNode nowhere = static_cast<PacketNode>(-1);

  // Makes the edges of one node of the graph.
  struct Edges : RouterVisitor {
    explicit Edges(const std::vector<PacketNode>& places) : position(&places) {}
    void leave(ChannelId next, const Packets& packets) {
      const PacketNode to = (*position)[node_of(next, packets.random != nullptr)];
      if (to != nowhere) graph.add_edge(to);
    }
    const std::vector<PacketNode>* position;
    Digraph graph;
  };

  // Its depth is at most the number of bits of a header.
  void halve(std::vector<PacketNode> nodes, HeaderRange headers) {
    nodes = on_cycles(nodes, headers);
    if (nodes.empty()) return;
    const std::size_t owner = owners_->find(headers.first);
    const bool is_one = headers.first == headers.last ||
                        (owner != HeaderOwners::nobody && owner == owners_->find(headers.last));
    if (is_one) {
      loops_.add(headers);
      return;
    }
    const std::uint32_t middle = headers.first + (headers.last - headers.first) / 2;
    halve(nodes, {headers.first, middle});
    halve(std::move(nodes), {middle + 1, headers.last});
  }

  // Those nodes that are still on cycles when there are no other headers than these.
  std::vector<PacketNode> on_cycles(const std::vector<PacketNode>& nodes, HeaderRange headers) {
    for (std::size_t i = 0; i < nodes.size(); ++i) position_[nodes[i]] = static_cast<PacketNode>(i);
    Edges edges(position_);
    for (const PacketNode node : nodes) {
      add_edges(edges, node, headers);
      edges.graph.end_node();
    }
    for (const PacketNode node : nodes) position_[node] = nowhere;
    std::vector<PacketNode> kept;
    for (const PacketNode index : cyclic_part(edges.graph)) kept.push_back(nodes[index]);
    return kept;
  }

  void add_edges(Edges& edges, PacketNode node, HeaderRange headers) const {
    const ChannelId channel = channel_of(node);
    if (flow_->channels().router(flow_->channels().to(channel).component) == nullptr) return;
    RouterStep step(flow_->channels(), channel, edges);
    if (is_random(node)) {
      const RandomPackets& packets = flow_->random(channel);
      step.random(packets.randoms.ranges(), packets.headers.within(headers).ranges());
    } else {
      step.plain(flow_->plain(channel).within(headers).ranges());
    }
  }

  const HeaderFlow* flow_;
  const HeaderOwners* owners_;
  std::vector<PacketNode> position_;  // in the graph that is being made
  RangeSet loops_;
};

}  // namespace

RangeSet looping_headers(const HeaderFlow& flow, const Digraph& dependencies,
                         const HeaderOwners& owners) {
  const std::vector<PacketNode> cyclic = cyclic_part(dependencies);
  if (cyclic.empty()) return {};
  RangeSet headers;
  std::vector<PacketNode> nodes;
  for (const ChannelId channel : cyclic) {
    for (const bool random : {false, true}) {
      const RangeSet& carried = random ? flow.random(channel).headers : flow.plain(channel);
      if (carried.empty()) continue;
      headers.add(carried.ranges());
      nodes.push_back(node_of(channel, random));
    }
  }
  return LoopSearch(flow, owners)
      .search(std::move(nodes), {headers.ranges().front().first, headers.ranges().back().last});
}

}  // namespace weft
