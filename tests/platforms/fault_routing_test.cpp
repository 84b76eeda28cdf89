// Routing around what is dead.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "platforms/checks/header_flow.hpp"
#include "platforms/checks/unreachable_pairs.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::resolve_text;

// A ring of four routers; between node[0] and node[1] the link is dead.
std::string ring(const std::string& routing, const std::string& at = "") {
  return "network: {topology: ring, nodes: 4}\n"
         "routing: {" +
         routing +
         "}\n"
         "faults: [{link: 'node[0].router.link0'" +
         at +
         "}]\n"
         "run: {for: 200 us}\n";
}

std::size_t pairs_without_way(const std::string& yaml) {
  return unreachable_of(resolve_text(yaml)).size();
}

TEST(FaultRouting, UpDownGoesTheOtherWayRound) {
  EXPECT_EQ(pairs_without_way(ring("algorithm: up_down")), 0U);
  EXPECT_EQ(pairs_without_way(ring("algorithm: shortest_path, deadlock: allowed")), 0U);
}

TEST(FaultRouting, WhatKnowsOneWayOnlyListsThePairsThatAreCutOff) {
  // without lanes: 0 -> 1, 0 -> 2 (upwards where both ways are equal), 3 -> 1; 1 -> 0, and by
  // node[0] 3 -> 1 and 2 -> 0 go downwards or upwards by other links
  const Platform platform = resolve_text(ring("dateline: false, deadlock: allowed"));
  std::string pairs;
  for (const UnreachablePair& pair : unreachable_of(platform)) {
    pairs += fmt::format("{}>{} ", pair.source, pair.destination);
  }
  EXPECT_EQ(pairs, "0>1 0>2 1>0 3>1 ");
  EXPECT_FALSE(can_talk(platform, 0, 2));
  EXPECT_FALSE(can_talk(platform, 2, 0));  // its acknowledgements would not come back
  EXPECT_TRUE(can_talk(platform, 2, 3));
}

TEST(FaultRouting, TheLinksLeftOfAFatLinkAreEnough) {
  EXPECT_EQ(pairs_without_way("network: {topology: mesh, shape: 3x3, width: 2}\n"
                              "faults: [{link: 'node[1,1].router.link0'}]\n"),
            0U);
  EXPECT_GT(pairs_without_way("network: {topology: mesh, shape: 3x3, width: 2}\n"
                              "faults: [{link: 'node[1,1].router.link0'}, "
                              "{link: 'node[1,1].router.link1'}]\n"),
            0U);
}

TEST(FaultRouting, ADeadRouterCutsOffItsProcessorsAlone) {
  const std::string yaml =
      "network: {topology: torus, shape: 4x4}\n"
      "routing: {algorithm: up_down}\n"
      "faults: [{component: 'node[1,1].router'}]\n";
  EXPECT_EQ(pairs_without_way(yaml), 2U * 15);
}

TEST(FaultRouting, AGraphInTwoPartsIsListed) {
  // both links of node[0] are dead
  EXPECT_EQ(pairs_without_way("network: {topology: ring, nodes: 4}\n"
                              "routing: {algorithm: up_down}\n"
                              "faults: [{link: 'node[0].router.link0'}, "
                              "{link: 'node[0].router.link1'}]\n"),
            2U * 3);
}

TEST(FaultRouting, UpDownRewritesItsTablesAfterAFaultInTheRun) {
  const Platform platform =
      resolve_text(ring("algorithm: up_down, rewrite_after: 3 us", ", at: 100 us"));
  ASSERT_EQ(rewrites_of(platform).size(), 1U);
  EXPECT_EQ(rewrites_of(platform)[0].at, 103 * microsecond);
  EXPECT_TRUE(unreachable_of(platform).empty());
  EXPECT_FALSE(unreachable_pairs(HeaderFlow(platform, tables_of(platform), 100 * microsecond))
                   .pairs.empty());
}

TEST(FaultRouting, OneLinkOfAFatLinkNeedsNoNewTables) {
  EXPECT_TRUE(rewrites_of(resolve_text("network: {topology: ring, nodes: 4, width: 2}\n"
                                       "routing: {algorithm: up_down}\n"
                                       "faults: [{link: 'node[0].router.link0', at: 50 us}]\n"))
                  .empty());
}

TEST(FaultRouting, AdaptiveRoutingMustKeepItsEscapeLinks) {
  const std::string mesh =
      "network: {topology: mesh, shape: 3x3}\n"
      "routing: {algorithm: minimal_adaptive}\n"
      "defaults: {c104: {overlapping_groups: true}}\n";
  EXPECT_EQ(error_of(mesh), "");
  // without the escape lane of a direction packets would wait for adaptive links alone
  const Platform platform = resolve_text(mesh);
  const RouterTables& router = tables_of(platform).at(*platform.find("node[1,1].router"));
  for (std::size_t link = 0; link < router.escape.size(); ++link) {
    const auto to_router = [&](const LinkSpec& spec) {
      return spec.from == LinkEnd{*platform.find("node[1,1].router"), static_cast<unsigned>(link)};
    };
    if (std::none_of(platform.links.begin(), platform.links.end(), to_router)) continue;
    const std::string error =
        error_of(fmt::format("{}faults: [{{link: 'node[1,1].router.link{}'}}]\n", mesh, link));
    if (router.escape[link]) {
      EXPECT_NE(error.find("but by no escape link"), std::string::npos) << link << ": " << error;
    } else {
      EXPECT_EQ(error, "") << link;
    }
  }
}

TEST(FaultRouting, WorkloadsThatNeedAPairThatFaultsPartAreRefused) {
  const std::string cut = ring("dateline: false, deadlock: allowed");
  EXPECT_EQ(
      error_of(cut + "workload: {type: stream, from: 'node[0].cpu', to: 'node[1].cpu'}\n"),
      "t.yaml:5:11: a stream from 'node[0].cpu' to 'node[1].cpu', which faults part; expected "
      "two t9000s that can reach each other");
  EXPECT_EQ(error_of(cut + "workload: {type: stream, from: 'node[2].cpu', to: 'node[3].cpu'}\n"),
            "");
  const std::string later = ring("dateline: false, deadlock: allowed", ", at: 100 us");
  EXPECT_EQ(error_of(later + "workload: {type: stream, from: 'node[0].cpu', to: 'node[1].cpu'}\n"),
            "")
      << "what happens then is to be seen";
  EXPECT_EQ(error_of(cut + "workload: {type: boundary_exchange}\n"),
            "t.yaml:5:11: a boundary exchange, but faults part 'node[0].cpu' and 'node[1].cpu'; "
            "expected all t9000s to reach each other");
}

}  // namespace
}  // namespace weft
