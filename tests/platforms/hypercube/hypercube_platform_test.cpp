// Nodes of a hypercube in a platform file: their network, their numbers and links, what is refused.
#include "platforms/components/hypercube_nodes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platforms/link_kinds.hpp"
#include "platforms/platform.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::resolve_text;

const std::string cube =
    "network: {topology: hypercube, dimensions: 3, cell: {type: hypercube_node}}\n";

/// Four nodes by hand, with these links.
std::string square(const std::string& links) {
  return "components:\n  a: {type: hypercube_node}\n  b: {type: hypercube_node}\n"
         "  c: {type: hypercube_node}\n  d: {type: hypercube_node}\nlinks:\n" +
         links;
}

TEST(HypercubePlatform, is_made_of_nodes_alone_and_their_links_join_what_differs_in_a_bit) {
  const Platform platform = resolve_text(cube);
  ASSERT_EQ(platform.components.size(), 8U);
  EXPECT_EQ(platform.components[5].name, "node[5]");
  EXPECT_EQ(platform.components[5].level, Level::packet);
  EXPECT_EQ(hypercube_nodes_of(platform).size(), 8U);
  EXPECT_EQ(hypercube_node_of(platform, 5), 5U);
  EXPECT_EQ(hypercube_degree(platform), 3U);
  EXPECT_EQ(hypercube_parameters(platform, 5).degree, 3U);
  ASSERT_EQ(platform.links.size(), 12U);
  EXPECT_FALSE(has_dslinks(platform));
  for (const LinkSpec& link : platform.links) {
    EXPECT_EQ(link.from.port, link.to.port);
    EXPECT_EQ(link.from.component ^ link.to.component, std::size_t{1} << link.from.port);
  }
}

TEST(HypercubePlatform, takes_the_parameters_of_its_links_from_their_own_type) {
  const Platform platform = resolve_text(
      cube + "defaults: {hypercube_link: {direction: unidirectional, byte_ticks: 3}}\n");
  const HypercubeChipParameters parameters = hypercube_parameters(platform, 0);
  EXPECT_EQ(parameters.links, HypercubeLinks::unidirectional);
  EXPECT_EQ(parameters.byte_ticks, 3U);
  EXPECT_EQ(hypercube_parameters(resolve_text(cube), 0).byte_ticks, 2U);
}

TEST(HypercubePlatform, of_degree_14_is_the_largest) {
  const std::string large =
      "network: {topology: hypercube, dimensions: 14, cell: {type: hypercube_node}}\n";
  EXPECT_EQ(hypercube_degree(resolve_text(large)), 14U);
  EXPECT_EQ(error_of(large, {"network.dimensions=15"}),
            "t.yaml:1:10: a hypercube of 32768 nodes; expected at most 16384: node numbers have 14 "
            "bits");
}

TEST(HypercubePlatform, by_hand_numbers_nodes_in_their_order) {
  const Platform platform =
      resolve_text(square("  - {from: a.link0, to: b.link0}\n"
                          "  - {from: c.link1, to: a.link1}\n"
                          "  - {from: d.link0, to: c.link0}\n"));
  EXPECT_EQ(hypercube_degree(platform), 2U);
  EXPECT_EQ(hypercube_node_of(platform, *platform.find("d")), 3U);
  EXPECT_EQ(error_of(square("  - {from: a.link0, to: c.link0}\n")),
            "t.yaml:7:5: link0 of 'a', node 0 of a hypercube, to link0 of 'c', node 2; expected "
            "link0 of node 1: nodes are numbered in their order, and link0 joins those whose "
            "numbers differ in bit 0");
  EXPECT_EQ(error_of(square("  - {from: a.link0, to: b.link1}\n")).substr(0, 12), "t.yaml:7:5: ");
}

TEST(HypercubePlatform, refuses_what_a_cube_cannot_be) {
  EXPECT_EQ(
      error_of("network: {topology: torus, shape: 4x4, cell: {type: hypercube_node}}\n"),
      "t.yaml:1:21: a torus of nodes with a link for each dimension; expected a hypercube, or "
      "a mesh or torus of two nodes in each dimension");
  EXPECT_EQ(
      error_of("network: {topology: hypercube, dimensions: 3, cell: {type: hypercube_nod}}\n"),
      "t.yaml:1:60: the type of the cells of a network: 'hypercube_nod'; expected iwarp or "
      "hypercube_node; did you mean 'hypercube_node'?");
  EXPECT_EQ(error_of(cube, {"network.cell.links=2"}),
            "t.yaml:1:10: node[0].link2, which does not exist; expected node[0].link0 to "
            "node[0].link1");
  EXPECT_EQ(error_of(cube + "groups: [{match: 'node[5]', tick: 3 ns}]\n"),
            "t.yaml:2:35: a tick of 3 ns at 'node[5]'; expected that of 'node[0]', 100 ns: the "
            "nodes of a cube have one clock");
  EXPECT_EQ(error_of(cube, {"network.cell.buffers=1"}),
            "--set network.cell.buffers: buffers (1) must be 2 or more: a packet that is contrary "
            "never gets the only one");
  EXPECT_EQ(error_of(square("  - {from: a.link0, to: b.link0}\n"
                            "  - {from: a.link1, to: c.link1, byte_ticks: 3}\n")),
            "t.yaml:8:5: a link of a hypercube that is not like the others; expected what all are, "
            "under `defaults: {hypercube_link: ...}`");
  EXPECT_EQ(
      error_of(square("  - {from: a.link0, to: b.link0, bit_rate: 10 Mbit/s}\n")).substr(0, 49),
      "t.yaml:7:34: unknown key of hypercube_link: 'bit_");
}

// 16 bytes of data hide 32 ticks of arbitration by 2 ticks a byte, 16 by 1 and 64 by 4.
TEST(HypercubePlatform, names_the_node_or_the_links_that_do_not_go_with_each_other) {
  const std::vector<std::string> slow{"defaults.hypercube_link.byte_ticks=4",
                                      "network.cell.arbitration=hidden"};
  const auto hidden = [&slow](const std::string& ticks) {
    auto set = slow;
    set.push_back("network.cell.arbitration_ticks=" + ticks);
    return error_of(cube, set);
  };
  EXPECT_EQ(hidden("64"), "");
  EXPECT_EQ(hidden("65"),
            "--set network.cell.arbitration_ticks: arbitration_ticks (65) must be at most 64, the "
            "data of a packet, to be hidden behind them");
  const std::string fast = "defaults: {hypercube_link: {byte_ticks: 1}}\n";
  EXPECT_EQ(error_of(cube + fast +
                     "groups: [{match: 'node[5]', arbitration: hidden, arbitration_ticks: 20}]\n"),
            "t.yaml:3:69: arbitration_ticks (20) must be at most 16, the data of a packet, to be "
            "hidden behind them");
  EXPECT_EQ(error_of(cube + "defaults: {hypercube_link: {acknowledgement_bytes: 8}}\n"),
            "t.yaml:2:52: acknowledgement_bytes (8) must be 0 on bidirectional links, whose "
            "directions do not interfere");
  EXPECT_EQ(error_of(cube + "defaults: {hypercube_link: {acknowledgement_bytes: 8, direction: "
                            "unidirectional}}\n"),
            "t.yaml:2:52: acknowledgement_bytes (8) must be 0: packets are granted a buffer before "
            "they go, and need none");
}

TEST(HypercubePlatform, refuses_what_can_deadlock_unless_that_is_allowed) {
  const std::string allowed = "routing: {deadlock: allowed}\n";
  for (const char* degree : {"2", "3", "5", "9"}) {
    const std::vector<std::string> set{std::string("network.dimensions=") + degree,
                                       "network.cell.contrary_rule=false"};
    const std::string error = error_of(cube, set);
    EXPECT_NE(error.find("packets that can wait for each other for ever, in the buffers of node["),
              std::string::npos)
        << error;
    EXPECT_NE(error.find("(contrary)"), std::string::npos) << error;
    EXPECT_EQ(error_of(cube + allowed, set), "");
  }
  EXPECT_EQ(error_of(cube + "routing: {algorithm: shortest}\n").substr(0, 59),
            "t.yaml:2:11: unknown key of routing: 'algorithm'; expected ");
  EXPECT_EQ(error_of(cube, {"network.cell.contrary_rule=false", "network.cell.routing=fixed"}), "");
  EXPECT_EQ(error_of(cube, {"network.cell.transport=circuit", "network.cell.routing=adaptive"}),
            "--set network.cell.routing: adaptive circuits that keep their links while they wait "
            "for each other's; "
            "expected `precedence: creation`, or `routing: {deadlock: allowed}`");
  EXPECT_EQ(error_of(cube, {"network.cell.transport=circuit", "network.cell.routing=adaptive",
                            "network.cell.precedence=creation"}),
            "");
}

TEST(HypercubePlatform, refuses_adaptive_routing_of_what_keeps_to_a_route) {
  for (const char* transport : {"packets", "wormhole"}) {
    EXPECT_EQ(error_of(cube, {std::string("network.cell.transport=") + transport,
                              "network.cell.routing=adaptive"}),
              "--set network.cell.routing: routing (adaptive) must be fixed or quasi_adaptive: "
              "packets and wormholes keep to the fixed route but for a first step");
  }
}

TEST(HypercubePlatform, refuses_what_a_coprocessor_cannot_be) {
  const std::string with =
      "network: {topology: hypercube, dimensions: 3, cell: {type: hypercube_node, coprocessor: "
      "true}}\n";
  EXPECT_EQ(error_of(with), "");
  EXPECT_EQ(error_of(with, {"network.cell.transport=wormhole"}),
            "t.yaml:1:89: coprocessor (true) must be false: it sends packets, not "
            "whole messages");
  EXPECT_EQ(error_of(with, {"network.cell.pair_order=none"}),
            "--set network.cell.pair_order: pair_order (none) must be tagged or same_step with a "
            "co-processor: messages that mix are written to where they do not belong");
  EXPECT_EQ(error_of(with, {"network.cell.memory=1025"}),
            "--set network.cell.memory: memory (1025) must be a multiple of 16 bytes, and not 0");
  EXPECT_EQ(error_of(with, {"network.cell.memory=65536", "network.cell.system_buffers=65536"}),
            "--set network.cell.system_buffers: system_buffers (65536) must be a multiple of 16 "
            "bytes below memory (65536)");
  EXPECT_EQ(
      error_of(with + "groups: [{match: 'node[5]', coprocessor: false}]\n"),
      "t.yaml:2:42: coprocessor: false at 'node[5]'; expected that of 'node[0]': all nodes of "
      "a cube have one, or none");
  EXPECT_EQ(error_of(with + "workload: {type: hypercube_traffic}\n"),
            "t.yaml:1:89: hypercube_traffic on nodes with a co-processor; expected `coprocessor: "
            "false`: the workload gives its messages to the chips");
}

TEST(HypercubePlatform, asks_the_workload_for_a_whole_cube) {
  const std::string traffic = "workload: {type: hypercube_traffic}\n";
  EXPECT_EQ(error_of(cube + traffic), "");
  EXPECT_EQ(error_of(square("  - {from: a.link0, to: b.link0}\n") + traffic),
            "t.yaml:8:11: hypercube_traffic on a part of a cube, 4 nodes and 1 links; expected the "
            "4 nodes and 4 links of one of degree 2");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2x2}\n" + traffic),
            "t.yaml:2:11: hypercube_traffic on a platform without nodes of a hypercube; expected "
            "`network: {topology: hypercube, dimensions: 6, cell: {type: hypercube_node}}`");
  EXPECT_EQ(error_of("network: {topology: hypercube, dimensions: 2, cell: {type: hypercube_node}}\n"
                     "workload: {type: hypercube_pair}\n"),
            "t.yaml:2:11: hypercube_pair on a cube of degree 2; expected 3 or more: one of its "
            "messages goes to node 7");
}

}  // namespace
}  // namespace weft
