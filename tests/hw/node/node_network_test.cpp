// The network between nodes, clock by clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hw/common/parameter_error.hpp"
#include "hw/node/node_network.hpp"

namespace weft {
namespace {

// A packet of one word has a link for 3 clocks: 16 bytes of header and 8 of the word.
NetworkParameters row_of(unsigned routers, bool torus = false) {
  NetworkParameters network;
  network.x = routers;
  network.torus = torus;
  network.link_bytes = 8;
  network.header_bytes = 16;
  network.hop_clocks = 2;
  network.buffered_packets = 2;
  return network;
}

struct Arrival {
  unsigned node = 0;
  std::uint64_t word = 0;
  MemoryClocks at = 0;
  bool operator==(const Arrival&) const = default;
};

class Arrivals : public PacketSink {
 public:
  bool accepts(unsigned node, PacketLane lane, MemoryClocks now) const override {
    return (node != closed || now >= opens) && (lane == PacketLane::data || takes_requests);
  }
  void accept(unsigned node, const NetworkPacket& packet, MemoryClocks now) override {
    all.push_back({node, packet.data[0], now});
  }
  std::vector<Arrival> all;
  unsigned closed = ~0U;
  MemoryClocks opens = 0;
  bool takes_requests = true;
};

NetworkPacket packet_to(unsigned node, std::uint64_t word) {
  NetworkPacket packet;
  packet.node = node;
  packet.data[0] = word;
  return packet;
}

void run(NodeNetwork& network, Arrivals& arrivals, MemoryClocks from, MemoryClocks to) {
  for (MemoryClocks now = from; now < to; ++now) network.evaluate(now, arrivals);
}

// On the link into the router at 0, on that to the next router at 2, out of it at 4: 2 clocks a
// link, whatever its length (cut-through).
TEST(NodeNetwork, a_packet_goes_on_while_its_end_is_behind) {
  NodeNetwork network(row_of(3));
  Arrivals arrivals;
  network.send(0, packet_to(2, 7), 0);
  run(network, arrivals, 0, 20);
  EXPECT_EQ(arrivals.all, (std::vector<Arrival>{{2, 7, 6}}));
  EXPECT_TRUE(network.empty());
}

// The second one waits for 3 clocks of the link into the router.
TEST(NodeNetwork, packets_follow_each_other_at_the_pace_of_a_link) {
  NodeNetwork network(row_of(2));
  Arrivals arrivals;
  network.send(0, packet_to(1, 1), 0);
  EXPECT_FALSE(network.room(0));
  network.evaluate(0, arrivals);
  EXPECT_TRUE(network.room(0));
  network.send(0, packet_to(1, 2), 1);
  run(network, arrivals, 1, 20);
  EXPECT_EQ(arrivals.all, (std::vector<Arrival>{{1, 1, 4}, {1, 2, 7}}));
}

// 12 bytes of header and 10 of each word, in flits of 16: 22 bytes are 2 flits, 52 are 4.
TEST(NodeNetwork, a_packet_has_a_link_for_whole_flits) {
  NetworkParameters parameters = row_of(2);
  parameters.link_bytes = 2;
  parameters.header_bytes = 12;
  parameters.word_bytes = 10;
  NetworkPacket packet = packet_to(1, 1);
  EXPECT_EQ(NodeNetwork(parameters).clocks_of(packet), 11U);
  parameters.flit_bytes = 16;
  EXPECT_EQ(NodeNetwork(parameters).clocks_of(packet), 16U);
  packet.words = 4;
  EXPECT_EQ(NodeNetwork(parameters).clocks_of(packet), 32U);
}

TEST(NodeNetwork, nodes_of_a_router_share_its_port_in_turn) {
  NetworkParameters parameters = row_of(2);
  parameters.nodes_per_router = 2;
  NodeNetwork network(parameters);
  Arrivals arrivals;
  for (std::uint64_t i = 0; i < 2; ++i) {
    network.send(0, packet_to(2, 10 + i), 0);
    network.send(1, packet_to(3, 20 + i), 0);
  }
  run(network, arrivals, 0, 30);
  EXPECT_EQ(arrivals.all, (std::vector<Arrival>{{2, 10, 4}, {3, 20, 7}, {2, 11, 10}, {3, 21, 13}}));
}

// Room for two packets behind each link: the fourth one stays where it is.
TEST(NodeNetwork, a_full_buffer_holds_up_what_is_behind) {
  NodeNetwork network(row_of(2));
  Arrivals arrivals;
  arrivals.closed = 1;
  arrivals.opens = 100;
  MemoryClocks now = 0;
  std::uint64_t sent = 0;
  for (; now < 100; ++now) {
    if (network.room(0)) network.send(0, packet_to(1, ++sent), now);
    network.evaluate(now, arrivals);
  }
  // two at the far router, two at the near one, one in the hands of the node
  EXPECT_EQ(sent, 5U);
  EXPECT_TRUE(arrivals.all.empty());
  run(network, arrivals, now, now + 50);
  ASSERT_EQ(arrivals.all.size(), 5U);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(arrivals.all[i].word, i + 1);
}

// Requests fill both routers, as in the test before: a word that comes later goes past them, as
// fast as by itself.
TEST(NodeNetwork, words_go_past_requests_that_wait) {
  NodeNetwork network(row_of(2));
  Arrivals arrivals;
  arrivals.takes_requests = false;
  NetworkPacket request = packet_to(1, 1);
  request.kind = NetworkPacketKind::request;
  MemoryClocks now = 0;
  unsigned sent = 0;
  for (; now < 100; ++now) {
    if (network.room(0, PacketLane::requests)) {
      network.send(0, request, now);
      ++sent;
    }
    network.evaluate(now, arrivals);
  }
  EXPECT_EQ(sent, 5U);
  ASSERT_TRUE(network.room(0));
  network.send(0, packet_to(1, 7), now);
  run(network, arrivals, now, now + 50);
  EXPECT_EQ(arrivals.all, (std::vector<Arrival>{{1, 7, now + 4}}));
  arrivals.takes_requests = true;
  run(network, arrivals, now + 50, now + 100);
  EXPECT_EQ(arrivals.all.size(), 6U);
  EXPECT_TRUE(network.empty());
}

// All go three links round a ring of eight, as fast as they can: without buffers of their own for
// what has crossed the end of the ring, each would wait for the next one.
TEST(NodeNetwork, a_ring_does_not_wait_for_itself) {
  NodeNetwork network(row_of(8, true));
  Arrivals arrivals;
  std::vector<unsigned> sent(8);
  for (MemoryClocks now = 0; now < 4000; ++now) {
    for (unsigned node = 0; node < 8; ++node) {
      if (sent[node] == 100 || !network.room(node)) continue;
      network.send(node, packet_to((node + 3) % 8, sent[node]++), now);
    }
    network.evaluate(now, arrivals);
  }
  EXPECT_TRUE(network.empty());
  ASSERT_EQ(arrivals.all.size(), 800U);
  // in order between each two nodes
  std::vector<std::uint64_t> next(8);
  for (const Arrival& one : arrivals.all) EXPECT_EQ(one.word, next[one.node]++);
}

// A packet of 3 clocks, of which a router keeps 1, waits at the far router until 100 and stands on
// both links to it. What goes only half its way waits too: the first of these links is free when 2
// of the 3 clocks are in the buffers before it, at 101, so that it arrives at 101 + 2. In buffers
// for whole packets it would have gone on at once.
TEST(NodeNetwork, a_worm_that_waits_keeps_the_links_busy_that_it_stands_on) {
  for (const unsigned kept : {0U, 8U}) {
    NetworkParameters parameters = row_of(3);
    parameters.wormhole_bytes = kept;
    NodeNetwork network(parameters);
    Arrivals arrivals;
    arrivals.closed = 2;
    arrivals.opens = 100;
    network.send(0, packet_to(2, 1), 0);
    run(network, arrivals, 0, 20);
    network.send(0, packet_to(1, 2), 20);
    run(network, arrivals, 20, 200);
    EXPECT_TRUE(network.empty());
    ASSERT_EQ(arrivals.all.size(), 2U);
    const Arrival far{2, 1, 100};
    const Arrival near{1, 2, kept == 0 ? 24U : 103U};
    EXPECT_EQ(arrivals.all,
              (kept == 0 ? std::vector<Arrival>{near, far} : std::vector<Arrival>{far, near}));
  }
}

// By hand, of 4 by 4 by 2 routers with two nodes: node 45 is the second of the router at 2, 1, 1.
TEST(RouterGrid, a_shift_goes_as_far_in_each_dimension) {
  NetworkParameters parameters = row_of(4, true);
  parameters.y = 4;
  parameters.z = 2;
  parameters.nodes_per_router = 2;
  const RouterGrid grid(parameters);
  EXPECT_EQ(grid.shifted(45, 0), 45U);
  EXPECT_EQ(grid.shifted(45, 1), 44U);               // the other one of its router
  EXPECT_EQ(grid.shifted(45, 2 * 2), 41U);           // x 0
  EXPECT_EQ(grid.shifted(45, 2 * 4 * 2), 61U);       // y 3
  EXPECT_EQ(grid.shifted(45, 2 * 16 + 2 * 4), 21U);  // y 2, z 0
  for (unsigned far = 0; far < grid.nodes(); ++far) {
    std::vector<bool> behind(grid.nodes());
    for (unsigned node = 0; node < grid.nodes(); ++node) behind[grid.shifted(node, far)] = true;
    EXPECT_EQ(std::count(behind.begin(), behind.end(), true), grid.nodes()) << far;
  }
}

TEST(RouterGrid, goes_the_shorter_way_dimension_by_dimension) {
  NetworkParameters parameters;
  parameters.x = 4;
  parameters.y = 3;
  parameters.torus = true;
  const RouterGrid grid(parameters);
  EXPECT_EQ(grid.link_towards(0, 1), 0U);   // x upwards
  EXPECT_EQ(grid.link_towards(0, 3), 1U);   // x downwards, round the ring
  EXPECT_EQ(grid.link_towards(0, 2), 0U);   // as long either way, from an even place
  EXPECT_EQ(grid.link_towards(1, 3), 1U);   // and from an odd one
  EXPECT_EQ(grid.link_towards(0, 11), 1U);  // x before y
  EXPECT_EQ(grid.link_towards(3, 11), 3U);  // y downwards
  EXPECT_EQ(grid.link_towards(11, 11), RouterGrid::to_nodes);
  EXPECT_EQ(grid.way(0, 11).size(), 4U);
  parameters.torus = false;
  EXPECT_EQ(RouterGrid(parameters).link_towards(0, 3), 0U);
  EXPECT_EQ(RouterGrid(parameters).way(0, 11).size(), 7U);
}

TEST(NodeNetwork, refuses_what_it_cannot_be) {
  const auto refused = [](auto change) {
    NetworkParameters parameters = row_of(2);
    change(parameters);
    EXPECT_THROW(NodeNetwork{parameters}, ParameterError);
  };
  refused([](NetworkParameters& p) { p.x = 0; });
  refused([](NetworkParameters& p) { p.nodes_per_router = 0; });
  refused([](NetworkParameters& p) { p.link_bytes = 0; });
  refused([](NetworkParameters& p) { p.word_bytes = 7; });
  refused([](NetworkParameters& p) { p.flit_bytes = 0; });
  refused([](NetworkParameters& p) { p.hop_clocks = 0; });
  refused([](NetworkParameters& p) { p.buffered_packets = 0; });
  refused([](NetworkParameters& p) {
    p.torus = true;
    p.wormhole_bytes = 8;
  });
  refused([](NetworkParameters& p) { p.x = p.y = p.z = 1000; });
}

}  // namespace
}  // namespace weft
