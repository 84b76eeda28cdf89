// Platforms with chaos and forced routers: what is profitable, and what is refused.
#include <gtest/gtest.h>

#include <cstdlib>

#include "hw/adaptive/chaos_core.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/profitable_links.hpp"
#include "platforms/system.hpp"
#include "testbench/families/dslinks/traced_link.hpp"
#include "tests/platforms/adaptive_platforms.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::adaptive_mesh;
using test::error_of;
using test::resolve_text;

constexpr const char* two_routers = R"(components:
  a: {type: t9000}
  b: {type: t9000}
  left: {type: forced_router, links: 2}
  right: {type: forced_router, links: 2}
links:
  - {from: a.link0, to: left.link0}
  - {from: left.link1, to: right.link1}
  - {from: right.link0, to: b.link0}
workload: {type: stream}
)";

TEST(AdaptivePlatform, ProfitableLinksOfAMeshLeadTowardsTheDestination) {
  const Platform platform = resolve_text(adaptive_mesh("chaos_router", 4));
  const ProfitableLinks links(platform);
  for (unsigned router = 0; router < 16; ++router) {
    const RouterPlace place =
        links.place(*platform.find(fmt::format("router{}_{}", router % 4, router / 4)));
    for (unsigned processor = 0; processor < 16; ++processor) {
      const int dx = static_cast<int>(processor % 4) - static_cast<int>(router % 4);
      const int dy = static_cast<int>(processor / 4) - static_cast<int>(router / 4);
      LinkSet expected = 0;
      if (dx > 0) expected |= link_bit(0);
      if (dx < 0) expected |= link_bit(1);
      if (dy > 0) expected |= link_bit(2);
      if (dy < 0) expected |= link_bit(3);
      if (dx == 0 && dy == 0) expected = link_bit(4);
      for (const std::uint32_t header : {processors_of(platform)[processor].min_header,
                                         processors_of(platform)[processor].max_header}) {
        EXPECT_EQ(place.routes.profitable(header), expected) << router << " to " << processor;
      }
      EXPECT_EQ(links.distance(*platform.find(fmt::format("router{}_{}", router % 4, router / 4)),
                               processor),
                1U + static_cast<unsigned>(std::abs(dx) + std::abs(dy)));
    }
    EXPECT_FALSE(contains(place.network, 4));
    EXPECT_EQ(place.routes.profitable(processors_of(platform).back().max_header + 1), 0U);
  }
}

// Tables of 65,536 processors would take 34 gigabytes.
TEST(AdaptivePlatform, IsNotLargerThanItsTablesCanBe) {
  for (const char* workload : {"none", "random_traffic"}) {
    EXPECT_EQ(error_of(fmt::format("network:\n"
                                   "  topology: mesh\n"
                                   "  shape: 128x65\n"
                                   "  router: {{type: chaos_router}}\n"
                                   "routing: {{addressing: processor}}\n"
                                   "workload: {{type: {}}}\n",
                                   workload)),
              "t.yaml:2:3: 8320 processors and 16640 components, with adaptive routers; expected "
              "at most 8192 processors, each with a router");
  }
}

// What a chaos router of a platform makes of its parameters and its place.
std::size_t multiqueue_of(const Platform& platform, const char* name) {
  struct : CycleDriver {
    void evaluate_at(Time) override {}
  } cycles;
  const std::size_t router = *platform.find(name);
  return ChaosCore(platform.components[router].parameters->to_struct<ChaosParameters>(),
                   ProfitableLinks(platform).place(router), 1, cycles)
      .capacity();
}

TEST(AdaptivePlatform, TheMultiqueueIsAsBigAsTheDegree) {
  const Platform platform = resolve_text(adaptive_mesh("chaos_router", 3));
  EXPECT_EQ(multiqueue_of(platform, "router1_1"), 5U);
  EXPECT_EQ(multiqueue_of(platform, "router0_0"), 3U);
  const Platform set = resolve_text(adaptive_mesh("chaos_router", 3, ", multiqueue: 7"));
  EXPECT_EQ(multiqueue_of(set, "router0_0"), 7U);
}

TEST(AdaptivePlatform, AGeneratedNetworkIsWhatWouldBeWrittenByHand) {
  for (const char* type : {"chaos_router", "forced_router"}) {
    const Platform platform = resolve_text(
        fmt::format("network: {{topology: mesh, shape: 4x4, router: {{type: {}, links: 5}}}}\n"
                    "workload: {{type: random_traffic}}\n",
                    type));
    const Platform by_hand = resolve_text(adaptive_mesh(type, 4));
    EXPECT_EQ(platform.links.size(), by_hand.links.size());
    EXPECT_EQ(platform.plan.routing, "router_choice");
    EXPECT_TRUE(tables_of(platform).empty());
    const ProfitableLinks links(platform);
    for (unsigned x = 0; x < 4; ++x) {
      for (unsigned y = 0; y < 4; ++y) {
        const std::size_t router = *platform.find(fmt::format("node[{},{}].router", x, y));
        EXPECT_EQ(platform.components[router].level, Level::packet);
        EXPECT_EQ(platform.components[router].type->name, type);
        for (std::size_t p = 0; p < processors_of(platform).size(); ++p) {
          const auto& at = processors_of(platform)[p].coordinates;
          LinkSet expected = 0;
          if (at[0] > x) expected |= link_bit(0);
          if (at[0] < x) expected |= link_bit(1);
          if (at[1] > y) expected |= link_bit(2);
          if (at[1] < y) expected |= link_bit(3);
          if (expected == 0) expected = link_bit(4);
          EXPECT_EQ(links.profitable(router, p), expected);
        }
      }
    }
  }
}

// A torus of C104s needs two lanes; what has no tables has no lanes either.
TEST(AdaptivePlatform, EveryTopologyHasSingleLinksByDefault) {
  for (const char* topology :
       {"mesh, shape: 3x3", "torus, shape: 4x4", "hypercube, dimensions: 3", "ring, nodes: 6",
        "express_cube, shape: 8x4, wraps: true", "hexagonal, shape: 3x3", "star, nodes: 4",
        "fully_connected, nodes: 4", "fat_tree, arity: 2, levels: 3",
        "clos, leaves: 4, spines: 2"}) {
    const std::string network = fmt::format("network: {{topology: {}, router: {{", topology);
    const std::string tail = "}}\nworkload: {type: random_traffic}\n";
    EXPECT_EQ(error_of(network + "type: chaos_router" + tail), "") << topology;
    EXPECT_EQ(error_of(network + "type: forced_router" + tail), "") << topology;
  }
  const Platform torus =
      resolve_text("network: {topology: torus, shape: 4x4, router: {type: chaos_router}}\n");
  EXPECT_EQ(torus.links.size(), 16U + 2 * 16);
}

TEST(AdaptivePlatform, AGeneratedNetworkRefusesWhatItsRoutersLack) {
  const std::string mesh = "network: {topology: mesh, shape: 3x3, router: {type: chaos_router}}\n";
  EXPECT_EQ(error_of(mesh, {"network.router.links=4"}),
            "t.yaml:1:10: a network whose router 'node[0,0].router' needs 5 links, 4 to other "
            "routers and 1 to its processor, but has 4; expected a smaller width, or `router: "
            "{links: 5}`");
  EXPECT_EQ(error_of(mesh, {"routing.algorithm=valiant"}),
            "--set routing.algorithm: the routing valiant on a mesh; expected router_choice");
  EXPECT_EQ(error_of(mesh, {"network.router.max_intervals=3"}).substr(0, 77),
            "--set network.router.max_intervals: unknown key of chaos_router: 'max_interva");
  EXPECT_EQ(error_of(mesh, {"network.router.level=token"}),
            "--set network.router.level: the level token, which chaos_router lacks; expected "
            "packet");
  EXPECT_EQ(error_of(mesh, {"network.router.type=t9000"}),
            "--set network.router.type: the type of the routers of a network: 't9000'; expected "
            "c104, chaos_router or forced_router");
  EXPECT_EQ(error_of(mesh + "faults: [{link: 'node[0,0].cpu.link0'}]\n"),
            "t.yaml:2:17: a fault at the chaos_router 'node[0,0].router'; expected faults of links "
            "without an end at `packet` level");
  EXPECT_EQ(error_of(mesh, {"network.shape=128x65"}),
            "t.yaml:1:10: 8320 processors and 16640 components, with adaptive routers; expected at "
            "most 8192 processors, each with a router");
  EXPECT_EQ(error_of(mesh, {"network.cpu.type=c104"}),
            "--set network.cpu.type: the type of the processors of a network: 'c104'; expected "
            "t9000");
  EXPECT_EQ(error_of(mesh, {"network.router.type=forced_router", "network.shape=2x1",
                            "network.router.input_frames=1", "workload.type=random_traffic"})
                .substr(0, 56),
            "t.yaml:1:10: 'node[0,0].router' with one input frame aro");
}

TEST(AdaptivePlatform, LevelOfAPlatformIsThatOfWhatHasAChoice) {
  const Platform platform = resolve_text(two_routers, {"level=signal"});
  EXPECT_EQ(platform.components[*platform.find("a")].level, Level::signal);
  EXPECT_EQ(platform.components[*platform.find("left")].level, Level::packet);
  EXPECT_EQ(error_of(two_routers, {"components.left.level=token"}),
            "--set components.left.level: the level token, which forced_router lacks; expected "
            "packet");
}

TEST(AdaptivePlatform, PathsThatDoNotExistAreRefused) {
  // two routers that only a T9000 joins
  const std::string yaml = R"(components:
  a: {type: t9000}
  b: {type: t9000}
  left: {type: chaos_router, links: 2}
  right: {type: chaos_router, links: 2}
links:
  - {from: a.link0, to: left.link0}
  - {from: a.link1, to: right.link1}
  - {from: right.link0, to: b.link0}
)";
  EXPECT_EQ(error_of(yaml), "");
  EXPECT_EQ(error_of(yaml + "workload: {type: stream}\n"),
            "t.yaml:3:3: 'b' cannot be reached from 'left'; expected links that join them, or "
            "`workload: {type: none}`");
}

TEST(AdaptivePlatform, ForcedRoutersThatCouldNeverInjectAreRefused) {
  EXPECT_EQ(error_of(two_routers), "");
  EXPECT_EQ(error_of(two_routers, {"components.right.input_frames=1"}),
            "t.yaml:4:3: 'left' with one input frame around it; expected two or more at the "
            "routers that it has links to, or nothing can be injected; see input_frames");
}

TEST(AdaptivePlatform, BitErrorsNeedAnEndWithBits) {
  EXPECT_EQ(error_of(two_routers, {"links.0.error_at=1us"}), "");
  EXPECT_EQ(error_of(two_routers, {"links.1.error_at=1us"}),
            "--set links.1.error_at: error_at on a link between 'left' and 'right', both at packet "
            "level; expected bit errors only where an end is at signal or token");
}

TEST(AdaptivePlatform, NoneIsMasterOfTimeWhereThereAreNoTokens) {
  const auto timed = [](const std::string& link) {
    return error_of(two_routers, {"links." + link + ".form=spacewire",
                                  "links." + link + ".time_code_interval=1us"});
  };
  EXPECT_EQ(timed("0"), "") << "a T9000 is";
  EXPECT_EQ(timed("1"),
            "--set links.1.time_code_interval: time_code_interval on a link from 'left', a "
            "forced_router, to 'right' at packet level; expected it on links from other "
            "components, or to an end at rtl, signal or token");
}

TEST(AdaptivePlatform, EveryLinkEndHasCountersAndTraces) {
  const Platform platform = resolve_text(two_routers);
  const System system("platform", platform);
  ASSERT_EQ(system.link_probes().size(), 6U);
  for (const System::LinkProbe& probe : system.link_probes()) {
    EXPECT_NE(probe.counters, nullptr) << probe.name();
    EXPECT_EQ(probe.bit_time, 10 * nanosecond) << probe.name();
  }
  std::vector<std::string> traced;
  for (const TracedLink& link : traced_links(system)) traced.push_back(link.name);
  EXPECT_EQ(traced, (std::vector<std::string>{"a.link0", "b.link0", "left.link0", "left.link1",
                                              "right.link0", "right.link1"}));
}

}  // namespace
}  // namespace weft
