// Communication operations on simulated nodes, beside the algebra and beside the paper.
#include <gtest/gtest.h>

#include <string>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
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
  return simulate(file, read_step(step, file, words, 1, place_of("test")), way);
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
  for (const std::string operation : {"1Q1", "1Q64", "64Q1", "wQw", "1Qw"}) {
    for (const Way way : {Way::packed, Way::chained}) {
      const Simulation one = simulated(t3d, operation, way, 4096);
      EXPECT_NEAR(ratio(one), 1, 0.15) << operation << ' ' << text_of(way);
    }
  }
}

// Where the network and the memory bind at nearly the same rate, both together are slower than
// either.
TEST(CopyTransferSimulation, two_bounds_that_are_near_each_other_are_slower_than_the_algebra) {
  const Simulation one = simulated(small("t3d"), "16Q64", Way::chained, 4096);
  EXPECT_LT(ratio(one), 0.85);
  EXPECT_GT(ratio(one), 0.75);
}

// Section 3.5.1: at the full bandwidth of its port, 160 MB/s.
TEST(CopyTransferSimulation, several_nodes_fill_the_link_of_one) {
  const NodeFile t3d = small("t3d");
  CommunicationStep step = read_step("1Q1", t3d, 4096, 1, place_of("test"));
  for (Exchange& exchange : step.exchanges) {
    exchange.to = 0;
    exchange.pieces.front().write.access.base += exchange.from * (std::uint64_t{1} << 20U);
  }
  // not node 0, and not its neighbour, which shares its port
  step.exchanges.erase(step.exchanges.begin(), step.exchanges.begin() + 2);
  const ExchangeResult result = run_exchanges(t3d, step, Way::chained);
  EXPECT_NEAR(result.rate * static_cast<double>(step.exchanges.size()), 160, 8);
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

// Section 4.3: two nodes share a port, so that congestion is two at least.
TEST(CopyTransferSimulation, congestion_counts_the_shared_port) {
  const NodeFile t3d = node_file("t3d");
  const auto congestion = [&](const std::string& step) {
    return congestion_of(t3d, read_step(step, t3d, 64, 1, place_of("test")));
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

// Table 6, measured by the authors: 26.2 and 68.1 MB/s.
TEST(CopyTransferSimulation, borders_of_a_grid_go_as_fast_as_they_were_measured) {
  const NodeFile t3d = node_file("t3d");
  EXPECT_NEAR(simulated(t3d, "sor", Way::packed).result.rate, 26.2, 2.7);
  EXPECT_NEAR(simulated(t3d, "sor", Way::chained).result.rate, 68.1, 6.9);
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
  NodeFile paragon = node_file("paragon");
  NetworkParameters mesh;
  mesh.x = 4;
  mesh.y = 2;
  mesh.link_bytes = 4;
  mesh.header_bytes = 8;
  paragon.network = mesh;
  const Simulation packed = simulated(paragon, "1Q64", Way::packed);
  EXPECT_EQ(packed.expression, "1C1 o (1F0 || Nd || 0D1) o 1C64");
  EXPECT_NEAR(ratio(packed), 1, 0.15);
  EXPECT_EQ(lacks_for(paragon, {{}, {Pattern::Kind::strided, 64, 1}}, Way::chained),
            "an engine that scatters");
  EXPECT_EQ(lacks_for(paragon, {{}, {}}, Way::chained), "");
}

TEST(CopyTransferSimulation, tells_what_is_no_step) {
  const NodeFile t3d = node_file("t3d");
  const auto error = [&](const std::string& step, const NodeFile& file) {
    try {
      read_step(step, file, 64, 1, place_of("--step"));
    } catch (const InputError& wrong) {
      return std::string(wrong.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(error("transpos", t3d),
            "--step: 'transpos' is no communication step; expected fem, sor or transpose, or an "
            "operation such as 1Q64; did you mean 'transpose'?");
  EXPECT_NE(error("1Q0", t3d), "nothing");
  EXPECT_NE(error("1Q1", node_file("paragon")).find("no network; expected the key 'network'"),
            std::string::npos);
  EXPECT_NE(error("fem", small("t3d")).find("64 parts on 8 nodes; expected one on each"),
            std::string::npos);
}

// Table 4 has half of it at twice the congestion, of data.
TEST(NetworkMeasurement, flows_share_a_link_fairly) {
  const NodeFile t3d = node_file("t3d");
  const double one = rate_of_flow(t3d, {1, 4, 8192});
  EXPECT_NEAR(rate_of_flow(t3d, {2, 4, 8192}), one / 2, one / 100);
  EXPECT_NEAR(rate_of_flow(t3d, {4, 4, 8192}), one / 4, one / 100);
  // 28 bytes beside 32 at 300 MB/s: what the paper says control leaves of it
  EXPECT_NEAR(one, 160, 1);
  EXPECT_NEAR(rate_of_flow(t3d, {1, 1, 8192}), 300.0 * 8 / 36, 1);
}

TEST(NetworkMeasurement, needs_a_network) {
  EXPECT_TRUE(can_measure(node_file("t3d"), read_basic_transfer("Nd@8", place_of("test"))));
  EXPECT_FALSE(can_measure(node_file("paragon"), read_basic_transfer("Nd@2", place_of("test"))));
}

}  // namespace
}  // namespace weft::copy_transfer
