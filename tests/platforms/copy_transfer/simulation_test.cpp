// Communication operations on simulated nodes, beside the algebra and beside the paper.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "hw/node/router_grid.hpp"
#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
#include "platforms/copy_transfer/rounds.hpp"
#include "platforms/copy_transfer/simulation.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

NodeFile node_file(const std::string& name) {
  return load_node(WEFT_SOURCE_DIR "/platforms/nodes/" + name + ".yaml");
}

Simulation simulated(const NodeFile& file, const std::string& step, Way way,
                     std::uint64_t words = 1024) {
  return simulate(file, read_step(step, file, {words, 1}, place_of("test")), way);
}

double ratio(const Simulation& one) { return one.result.rate / one.estimate; }

// A smaller machine of the same kind.
NodeFile small(const std::string& name) {
  NodeFile file = node_file(name);
  file.network->y = file.network->z = 1;
  return file;
}

// The algebra of what was measured apart tells how fast all of it
// is together.
TEST(CopyTransferSimulation, operations_are_as_fast_as_the_algebra_says) {
  const NodeFile t3d = small("t3d");
  for (const std::string operation : {"1Q1", "1Q64", "64Q1", "16Q64", "wQw", "1Qw"}) {
    for (const Way way : {Way::packed, Way::chained}) {
      const Simulation one = simulated(t3d, operation, way, 4096);
      EXPECT_NEAR(ratio(one), 1, 0.15) << operation << ' ' << text_of(way);
    }
  }
}

// Section 3.5.1: at the full speed of the network, which is 160 MB/s there; here a line has the
// link to the node for 32 clocks, 150 MB/s.
TEST(CopyTransferSimulation, several_nodes_fill_the_link_of_one) {
  const NodeFile t3d = small("t3d");
  CommunicationStep step = read_step("1Q1", t3d, {4096, 1}, place_of("test"));
  for (Exchange& exchange : step.exchanges) {
    exchange.to = 0;
    exchange.pieces.front().write.access.base += exchange.from * (std::uint64_t{1} << 20U);
  }
  // not node 0, and not its neighbour, which shares its port
  step.exchanges.erase(step.exchanges.begin(), step.exchanges.begin() + 2);
  const ExchangeResult result = run_exchanges(t3d, step, Way::chained);
  const double all = result.rate * static_cast<double>(step.exchanges.size());
  EXPECT_NEAR(all, 150, 5);
}

// Section 5.1.2: for all patterns.
TEST(CopyTransferSimulation, chained_beats_packed_on_the_t3d) {
  const NodeFile t3d = small("t3d");
  for (const std::string operation : {"1Q1", "1Q64", "64Q1", "wQw"}) {
    EXPECT_GT(simulated(t3d, operation, Way::chained).result.rate,
              1.2 * simulated(t3d, operation, Way::packed).result.rate)
        << operation;
  }
}

// Table 5: strided stores are the better choice on the T3D.
TEST(CopyTransferSimulation, strided_stores_beat_strided_loads_packed_on_the_t3d) {
  const NodeFile t3d = small("t3d");
  EXPECT_GT(simulated(t3d, "1Q16", Way::packed).result.rate,
            simulated(t3d, "16Q1", Way::packed).result.rate);
}

// Section 3.5: "when withdrawing data, the latency is higher since address information has to
// travel first to the node that holds the data". All words are compared with what went in.
TEST(CopyTransferSimulation, puts_beat_gets) {
  const NodeFile t3d = small("t3d");
  for (const std::string operation : {"1Q1", "1Q64", "64Q1", "wQw"}) {
    const Simulation get = simulated(t3d, operation, Way::fetched, 512);
    EXPECT_LT(get.result.rate, simulated(t3d, operation, Way::chained, 512).result.rate / 2)
        << operation;
    EXPECT_EQ(get.expression, "");
  }
  EXPECT_GT(simulated(node_file("t3d"), "fem", Way::fetched).result.rate, 0);
  EXPECT_EQ(lacks_for(small("paragon"), {{}, {}}, Way::fetched),
            "an engine that answers remote loads");
}

// All nodes load from all others at once, through ports and routers with room for one packet:
// what a request waits for is never behind another request.
TEST(CopyTransferSimulation, all_fetch_from_all_and_none_waits_for_itself) {
  NodeFile t3d = node_file("t3d");
  t3d.parameters.port.packets = 1;
  t3d.network->buffered_packets = 1;
  const RouterGrid grid(*t3d.network);
  const unsigned nodes = grid.nodes();
  CommunicationStep step{"all to all", {{}, {}}, {}};
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned i = 1; i < nodes; ++i) {
      Piece piece;
      piece.words = 4;
      piece.read.access.base = read_base + std::uint64_t{i} * 4096;
      piece.write.access.base = write_base + std::uint64_t{from} * 4096;
      step.exchanges.push_back({from, (from + i) % nodes, {piece}});
    }
  }
  EXPECT_GT(run_exchanges(t3d, step, Way::fetched).clocks, 0U);
}

TEST(CopyTransferSimulation, fetching_needs_room_for_replies_past_requests) {
  NodeFile worms = small("t3d");
  worms.network->torus = false;
  worms.network->wormhole_bytes = 16;
  EXPECT_EQ(
      lacks_for(worms, {{}, {}}, Way::fetched),
      "routers that hold whole packets, where replies go past requests (wormhole_bytes of 0)");
}

// Section 6.2: the overhead of each message decides where messages are short. Those of SOR have 256
// words; a message of 100 times as many is as fast as the two copies more allow, which the algebra
// knows.
TEST(CopyTransferSimulation, a_library_takes_its_time_for_each_message) {
  const NodeFile t3d = small("t3d");
  const Simulation brief = simulated(t3d, "1Q1", Way::library, 256);
  const Simulation lengthy = simulated(t3d, "1Q1", Way::library, 25'600);
  EXPECT_NEAR(ratio(lengthy), 1, 0.05);
  EXPECT_LT(ratio(brief), 0.9);
  // the clocks that it has by itself on both sides, one after the other
  NodeFile free = t3d;
  free.library = LibraryParameters{};
  const Simulation without = simulated(free, "1Q1", Way::library, 256);
  EXPECT_EQ(brief.result.clocks - without.result.clocks, 2U * 1575);
  EXPECT_EQ(lacks_for(node_file("paragon"), {{}, {}}, Way::library),
            "the overhead of a message (the key 'library')");
}

// Section 4.3: two nodes share a port, so that congestion is two at least.
TEST(CopyTransferSimulation, congestion_counts_the_shared_port) {
  const NodeFile t3d = node_file("t3d");
  const auto congestion = [&](const std::string& step) {
    return congestion_of(t3d, read_step(step, t3d, {64, 1}, place_of("test")));
  };
  EXPECT_DOUBLE_EQ(congestion("1Q1"), 2);
  // dense patterns can be routed with least congestion
  EXPECT_DOUBLE_EQ(congestion("transpose"), 2);
  EXPECT_LE(congestion("fem"), 2);
}

TEST(CopyTransferSimulation, applications_move_what_they_are_said_to) {
  const NodeFile t3d = node_file("t3d");
  const CommunicationStep transpose = *find_application("transpose", t3d);
  // all but the blocks on the diagonal, of 16 by 16 complex numbers
  EXPECT_EQ(transpose.words(), 2U * (1024 * 1024 - 64 * 16 * 16));
  EXPECT_EQ(text_of(transpose.operation), "1Q2048:2");
  const CommunicationStep sor = *find_application("sor", t3d);
  EXPECT_EQ(sor.words(), 64U * 256);
  EXPECT_EQ(sor.most_words(), 256U);
  EXPECT_FALSE(find_application("fft", t3d));
}

// Table 6, measured by the authors: 68.1 MB/s. Packed, 26.2, it is faster here: buffers lie in
// other banks than rows.
TEST(CopyTransferSimulation, borders_of_a_grid_go_as_fast_as_they_were_measured) {
  const NodeFile t3d = node_file("t3d");
  EXPECT_NEAR(simulated(t3d, "sor", Way::chained).result.rate, 68.1, 6.9);
  EXPECT_NEAR(ratio(simulated(t3d, "sor", Way::packed)), 1, 0.15);
}

TEST(CopyTransferSimulation, the_borders_of_finite_elements_arrive_whole) {
  const NodeFile t3d = node_file("t3d");
  EXPECT_GT(simulated(t3d, "fem", Way::chained).result.rate,
            simulated(t3d, "fem", Way::packed).result.rate);
}

// No rate is a parameter: what a machine is changes what comes out.
TEST(CopyTransferSimulation, throughput_follows_from_network_and_node) {
  const NodeFile t3d = small("t3d");
  const double rate = simulated(t3d, "1Q1", Way::chained).result.rate;
  NodeFile alone = t3d;
  alone.network->nodes_per_router = 1;
  EXPECT_GT(simulated(alone, "1Q1", Way::chained).result.rate, 1.05 * rate);
  NodeFile narrow = t3d;
  narrow.network->link_bytes = 1;
  EXPECT_LT(simulated(narrow, "1Q1", Way::chained).result.rate, 0.6 * rate);
  NodeFile slow = t3d;
  slow.parameters.port.partner_clocks = 20'000;
  EXPECT_LT(simulated(slow, "1Q1", Way::chained).result.rate, 0.6 * rate);
}

// A DMA that stores blocks only: buffer packing, one sender at a time (section 5.1.3).
TEST(CopyTransferSimulation, blocks_go_by_dma_on_a_paragon) {
  const Simulation packed = simulated(small("paragon"), "1Q64", Way::packed);
  EXPECT_EQ(packed.expression, "1C1 o (1F0 || Nd || 0D1) o 1C64");
  EXPECT_NEAR(ratio(packed), 1, 0.15);
  NodeFile alone = small("paragon");
  alone.parameters.processors = 1;
  EXPECT_EQ(lacks_for(alone, {{}, {Pattern::Kind::strided, 64, 1}}, Way::chained),
            "an engine that scatters, or a second processor that loads what arrives");
  EXPECT_EQ(lacks_for(alone, {{}, {}}, Way::chained), "");
}

// Section 5.1.4: the co-processor takes each word with its address, and stores it.
TEST(CopyTransferSimulation, the_co_processor_of_a_paragon_is_its_deposit_engine) {
  const NodeFile paragon = small("paragon");
  EXPECT_EQ(simulated(paragon, "1Q64", Way::chained).expression, "1S0 || Nadp || 0R64");
  EXPECT_EQ(simulated(paragon, "64Q1", Way::chained).expression, "64S0 || Nd || 0D1");
  for (const std::string operation : {"1Q1", "1Q64", "64Q1", "16Q64", "wQw"}) {
    for (const Way way : {Way::packed, Way::chained})
      EXPECT_NEAR(ratio(simulated(paragon, operation, way)), 1, 0.15)
          << operation << ' ' << text_of(way);
  }
}

// Section 4.3: no torus links. All to all over the middle of a row of 8 routers there are 4 by 4 by
// 8 senders and receivers, 128 blocks where a node sends 63; round a ring half of them go the other
// way, and half of those over the other end.
TEST(CopyTransferSimulation, the_lack_of_torus_links_causes_congestion) {
  NodeFile paragon = node_file("paragon");
  const auto congestion = [&](const std::string& step) {
    return congestion_of(paragon, read_step(step, paragon, {64, 1}, place_of("test")));
  };
  EXPECT_DOUBLE_EQ(congestion("1Q1"), 1);
  EXPECT_NEAR(congestion("transpose-unscheduled"), 128.0 / 63, 1e-9);
  // In phases the middle of a row is crossed by as many as all go, to 4: 0, 1, 2, 3, 4, 3, 2, 1.
  // The larger one of x and y counts: in 8 of the 63 phases 1, in 16 it is 2, in 24 3, in 15 4.
  EXPECT_NEAR(congestion("transpose"), (8 + 16 * 2 + 24 * 3 + 15 * 4) / 63.0, 1e-9);
  paragon.network->wormhole_bytes = 0;
  paragon.network->torus = true;
  EXPECT_LE(congestion("transpose-unscheduled"), 1.1);
}

// Section 4.3: the complete exchange can be scheduled with least congestion on a torus.
TEST(CopyTransferSimulation, a_transpose_in_phases_has_least_congestion_at_each_time) {
  const NodeFile t3d = node_file("t3d");
  const CommunicationStep step = *find_application("transpose", t3d);
  const std::vector<Round> rounds = rounds_of(t3d, step, Way::chained);
  ASSERT_EQ(rounds.size(), 63U);
  for (const Round& round : rounds) {
    EXPECT_DOUBLE_EQ(round.congestion, 2);
    std::set<unsigned> senders;
    std::set<unsigned> receivers;
    for (const std::size_t i : round.exchanges) {
      senders.insert(step.exchanges[i].from);
      receivers.insert(step.exchanges[i].to);
    }
    EXPECT_EQ(senders.size(), 64U);
    EXPECT_EQ(receivers.size(), 64U);
  }
  // without one, all that goes on at some time is one round
  const auto at_once = rounds_of(t3d, *find_application("transpose-unscheduled", t3d), Way::packed);
  EXPECT_EQ(at_once.size(), 1U);
}

// Of two exchanges that have no node and no link in common the second begins when the first is
// done.
TEST(CopyTransferSimulation, a_phase_begins_when_the_one_before_is_done) {
  const NodeFile t3d = small("t3d");
  CommunicationStep both = read_step("1Q64", t3d, {512, 1}, place_of("test"));
  both.exchanges = {both.exchanges[0], both.exchanges[4]};
  CommunicationStep first = both;
  first.exchanges.pop_back();
  CommunicationStep second = both;
  second.exchanges.erase(second.exchanges.begin());
  const auto clocks = [&](const CommunicationStep& step) {
    return run_exchanges(t3d, step, Way::chained).clocks;
  };
  const std::uint64_t together = clocks(both);
  both.exchanges[1].phase = 1;
  EXPECT_EQ(clocks(both), clocks(first) + clocks(second));
  EXPECT_LT(together, clocks(both));
}

// Index arrays of a mesh are no random ones: what is measured with them tells how fast all is.
TEST(CopyTransferSimulation, packed_finite_elements_are_as_fast_as_their_own_indices_allow) {
  for (const std::string name : {"t3d", "paragon"})
    EXPECT_NEAR(ratio(simulated(node_file(name), "fem", Way::packed)), 1, 0.15) << name;
}

TEST(CopyTransferSimulation, tells_what_is_no_step) {
  const NodeFile t3d = node_file("t3d");
  const auto error = [&](const std::string& step, const NodeFile& file) {
    try {
      read_step(step, file, {64, 1}, place_of("--step"));
    } catch (const InputError& wrong) {
      return std::string(wrong.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(error("transpos", t3d),
            "--step: 'transpos' is no communication step; expected fem, sor, transpose or "
            "transpose-unscheduled, or an operation such as 1Q64; did you mean 'transpose'?");
  EXPECT_NE(error("1Q0", t3d), "nothing");
  NodeFile unconnected = t3d;
  unconnected.network.reset();
  EXPECT_NE(error("1Q1", unconnected).find("no network; expected the key 'network'"),
            std::string::npos);
  EXPECT_NE(error("transpose", alone(t3d)).find("on 1 node; expected 2 or more"),
            std::string::npos);
  EXPECT_NE(error("fem", small("t3d")).find("64 parts on 8 nodes; expected one on each"),
            std::string::npos);
}

// Table 4 of the T3D. By hand: a packet of 4 words is 6 and 20 phits, which are 4 flits of 8, so 32
// clocks of a link; one of a word 6 and 5, so 16.
TEST(NetworkMeasurement, flows_share_links_of_the_t3d_as_table_4_says) {
  const NodeFile t3d = node_file("t3d");
  const double clock = 6.667e-9;
  const auto rate = [&](unsigned flows, unsigned packet_words) {
    return rate_of_flow(t3d, {flows, packet_words, 8192});
  };
  const std::map<unsigned, double> data{{1, 142}, {2, 69}, {4, 35}};
  for (const auto& [flows, published] : data) {
    EXPECT_NEAR(rate(flows, 4), published, 0.1 * published) << flows;
    EXPECT_NEAR(rate(flows, 4), 32 / (32 * clock * flows) / 1e6, 0.3) << flows;
  }
  const std::map<unsigned, double> pairs{{1, 62}, {2, 38}, {4, 20}};
  for (const auto& [flows, published] : pairs) {
    if (flows != 1) {  // a pair alone is a fifth too fast: 75 MB/s
      EXPECT_NEAR(rate(flows, 1), published, 0.1 * published) << flows;
    }
    EXPECT_NEAR(rate(flows, 1), 8 / (16 * flows * clock) / 1e6, 0.3) << flows;
  }
}

// Table 4 of the Paragon. By hand: a line behind its header has a link of 4 bytes for 9 clocks; of
// address-data pairs half of it are addresses.
TEST(NetworkMeasurement, flows_share_links_of_the_paragon_as_table_4_says) {
  const NodeFile paragon = node_file("paragon");
  const auto rate = [&](const std::string& transfer) {
    return measure_transfer(paragon, read_basic_transfer(transfer, place_of("test"))).rate;
  };
  EXPECT_NEAR(rate("Nd@1"), 32 / 180e-9 / 1e6, 0.3);
  EXPECT_NEAR(rate("Nadp@2"), 16 / 360e-9 / 1e6, 0.3);
  const std::map<unsigned, std::pair<double, double>> published{
      {1, {176, 88}}, {2, {90, 45}}, {4, {44, 22}}};
  for (const auto& [flows, figures] : published) {
    const std::string behind = "@" + std::to_string(flows);
    EXPECT_NEAR(rate("Nd" + behind), figures.first, 0.1 * figures.first) << flows;
    EXPECT_NEAR(rate("Nadp" + behind), figures.second, 0.1 * figures.second) << flows;
  }
}

TEST(NetworkMeasurement, needs_a_network) {
  EXPECT_TRUE(can_measure(node_file("t3d"), read_basic_transfer("Nd@8", place_of("test"))));
  NodeFile alone = node_file("paragon");
  alone.network.reset();
  EXPECT_FALSE(can_measure(alone, read_basic_transfer("Nd@2", place_of("test"))));
}

}  // namespace
}  // namespace weft::copy_transfer
