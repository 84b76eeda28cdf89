// iWarp cells in a platform file.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "tests/platforms/support.hpp"
#include "tests/support/ready_platform.hpp"

namespace weft {
namespace {

using test::error_of;
using test::resolve_text;

using test::ready;

const std::string cell_pair = R"(
components: {a: {type: iwarp}, b: {type: iwarp}}
links: [{from: a.x_right, to: b.y_up}]
)";

TEST(Cells, GetTheirAddressesInTheirOrder) {
  const Platform platform = ready("iwarp_mesh_4x4");
  ASSERT_EQ(cells_of(platform).size(), 16U);
  EXPECT_EQ(platform.components[cells_of(platform)[6].component].name, "node[2,1]");
  EXPECT_EQ(cells_of(platform)[6].coordinates, (std::vector<unsigned>{2, 1}));
  EXPECT_EQ(iwarp_parameters(platform, cells_of(platform)[6].component).address, 6U);
}

TEST(Cells, AreJoinedByBussesOfOneDirection) {
  const Platform platform = resolve_text(cell_pair);
  ASSERT_EQ(platform.busses.size(), 1U);
  EXPECT_EQ(platform.busses[0].from, (LinkEnd{0, index_of(Bus::x_right)}));
  EXPECT_EQ(platform.busses[0].to, (LinkEnd{1, index_of(Bus::y_up)}));
  EXPECT_TRUE(platform.links.empty());
}

TEST(Cells, MayHaveTheNamesOfWhatElaborationMakesBesideThem) {
  const Platform platform = resolve_text(R"(
components:
  engine: {type: t9000}
  transactor_0: {type: t9000, level: signal}
  packet_transactor_0: {type: t9000, level: packet}
  other: {type: t9000}
  to_pins0: {type: iwarp}
  to_word0: {type: iwarp, level: signal}
  bus_clock1: {type: iwarp}
links:
  - {from: engine.link0, to: transactor_0.link0}
  - {from: other.link0, to: packet_transactor_0.link0}
  - {from: to_pins0.x_right, to: to_word0.x_left}
  - {from: to_word0.x_right, to: bus_clock1.x_left}
workload: {type: none}
)");
  const System system("platform", platform);
  EXPECT_EQ(cells_of(system).size(), 3U);
  EXPECT_NE(sc_core::sc_find_object("platform.engine"), nullptr);
  EXPECT_EQ(sc_core::sc_find_object("platform.engine_0"), nullptr);
}

TEST(Cells, MayLeadToOneCellAndHearFromAnotherOnOneSide) {
  const Platform platform = resolve_text(R"(
components: {a: {type: iwarp}, b: {type: iwarp}, c: {type: iwarp}}
links:
  - {from: a.x_right, to: b.x_left}
  - {from: c.x_left, to: a.x_right}
)");
  EXPECT_EQ(platform.busses.size(), 2U);
}

TEST(Cells, OfATorusHaveAllTheirBusses) {
  EXPECT_EQ(ready("iwarp_torus_8x8").busses.size(), 256U);
  EXPECT_EQ(ready("iwarp_ring_8").busses.size(), 16U);
  EXPECT_EQ(ready("iwarp_mesh_4x4").busses.size(), 48U);
}

// Section 4 and figure 6: six neighbours by four busses out and four in.
TEST(Cells, OfAHexagonalArrayHaveSixNeighbours) {
  const Platform platform = ready("iwarp_hexagonal_4x4");
  const std::size_t inner = *platform.find("node[1,1]");
  std::set<std::size_t> neighbours;
  std::size_t ends = 0;
  std::size_t up_to = 0;
  std::size_t up_from = 0;
  for (const BusSpec& bus : platform.busses) {
    if (bus.from.component == inner) {
      neighbours.insert(bus.to.component);
      ++ends;
      if (bus.from.port == index_of(Bus::y_up)) up_to = bus.to.component;
    }
    if (bus.to.component == inner) {
      neighbours.insert(bus.from.component);
      ++ends;
      if (bus.to.port == index_of(Bus::y_up)) up_from = bus.from.component;
    }
  }
  EXPECT_EQ(ends, 8U);
  EXPECT_EQ(neighbours.size(), 6U);
  EXPECT_EQ(platform.components[up_to].name, "node[1,0]");
  EXPECT_EQ(platform.components[up_from].name, "node[2,0]");
}

TEST(Cells, ReadTheirChannelsFromTheFile) {
  const Platform platform = resolve_text(R"(
components:
  a: {type: iwarp, output_pools: {x_right: [3, 4]}, input_channels: {y_up: 7}, clock: 34 ns}
)");
  const IwarpParameters cell = iwarp_parameters(platform, 0);
  EXPECT_EQ(cell.output_pools[index_of(Bus::x_right)], (std::vector<unsigned>{3, 4}));
  EXPECT_EQ(cell.output_pools[index_of(Bus::y_up)], (std::vector<unsigned>{0, 0, 1, 1}));
  EXPECT_EQ(cell.input_channels, (std::array<unsigned, bus_count>{4, 7, 4, 4}));
  EXPECT_EQ(cell.clock, 34 * nanosecond);
}

TEST(Cells, HaveLevelsOfTheirOwn) {
  const Platform platform = ready("iwarp_mixed_levels");
  const auto on_wires = std::count_if(platform.components.begin(), platform.components.end(),
                                      [](const Component& c) { return c.level == Level::signal; });
  EXPECT_EQ(on_wires, 8);
  EXPECT_EQ(resolve_text(cell_pair).components[0].level, Level::word);
}

TEST(Cells, TellWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(cell_pair, {"links.0.to=b.y_upp"}),
            "--set links.0.to: unknown port of 'b': 'y_upp'; expected x_right, y_up, x_left or "
            "y_down; did you mean 'y_up'?");
  EXPECT_EQ(error_of(cell_pair, {"links.+={from: a.x_right, to: b.x_left}"}),
            "--set links.+: a.x_right again as `from:`; expected each bus once, it is used at "
            "t.yaml:3:16");
  EXPECT_EQ(error_of(cell_pair, {"components.c={type: t9000}", "links.0.to=c.link0"}),
            "--set links.0.to: a link from a.x_right (iwarp_bus) to c.link0 (dslink); expected two "
            "ports of one protocol");
  EXPECT_EQ(
      error_of(cell_pair, {"components.a.output_pools={x_right: [0]}"}),
      "t.yaml:3:9: a bus from a.x_right to b.y_up: x_right has 1 output channels, but y_up at "
      "the other end has 4 input channels");
  EXPECT_EQ(error_of(cell_pair, {"components.a.input_channels={x_right: 20}"}),
            "--set components.a.input_channels: input_channels allocates 32 logical channels, but "
            "there are 20");
  EXPECT_EQ(
      error_of(cell_pair, {"components.a.level=token"}),
      "--set components.a.level: the level token, which iwarp lacks; expected rtl, signal or word");
  EXPECT_EQ(error_of(cell_pair, {"links.0.bit_rate=100 Mbit/s"}),
            "--set links.0.bit_rate: unknown key of a bus: 'bit_rate'; expected from or to");
}

TEST(Cells, AreNotMoreThanAnAddressCanName) {
  EXPECT_EQ(error_of("network: {topology: torus, shape: 33x32, cell: {type: iwarp}}"),
            "t.yaml:1:10: a network of 1056 cells; expected at most 1024: an address has 10 bits");
  EXPECT_EQ(
      error_of("network: {topology: torus, shape: 32x32, cell: {type: iwarp}}\n"
               "components: {more: {type: iwarp}}"),
      "t.yaml:2:14: 'more', which is cell 1025; expected at most 1024: an address has 10 bits");
}

TEST(Cells, MakeOnlyNetworksOfFourBusses) {
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2x2x2, cell: {type: iwarp}}"),
            "t.yaml:1:21: a mesh of cells with four busses; expected a mesh or torus of one or two "
            "dimensions, a ring or a hexagonal array");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2x2, cell: {}, width: 2}"),
            "t.yaml:1:56: 'width' in a network of cells; expected it without `cell:`, as it is for "
            "routers and their processors");
  EXPECT_EQ(
      error_of("network: {topology: mesh, shape: 2x2, cell: {type: c104}}"),
      "t.yaml:1:52: the type of the cells of a network: 'c104'; expected iwarp or hypercube_node");
}

// --- pathways

struct Walk {
  std::vector<unsigned> cells;                             // after the source
  std::vector<std::pair<std::uint32_t, unsigned>> busses;  // (from, port) with pool
  std::vector<unsigned> pools;
};

// Follows a header as the communication agents do.
Walk follow(const Platform& platform, unsigned from, const Pathway& pathway) {
  Walk walk;
  Bus out = pathway.bus;
  unsigned pool = pathway.pool;
  unsigned at = from;
  std::size_t word = 0;
  while (walk.cells.size() < 5000) {
    const auto bus =
        std::find_if(platform.busses.begin(), platform.busses.end(), [&](const auto& b) {
          return b.whole_at(0) && cell_of(platform, b.from.component) == at &&
                 b.from.port == index_of(out);
        });
    if (bus == platform.busses.end()) return {};
    walk.busses.emplace_back(at, index_of(out));
    walk.pools.push_back(pool);
    at = static_cast<unsigned>(*cell_of(platform, bus->to.component));
    walk.cells.push_back(at);
    const HeaderWord& header = pathway.header[word];
    out = opposite(static_cast<Bus>(bus->to.port));
    if (header.address != at) continue;
    if (!header.turn) return walk;
    out = header.direction;
    pool = header.next_pool;
    ++word;
  }
  return {};
}

TEST(PathwayPlanner, GoesTheShortestWayOfATorusByThreePools) {
  const Platform platform = ready("iwarp_torus_8x8");
  PathwayPlanner planner(platform, common_pools(platform));
  for (unsigned from = 0; from < 64; from += 7) {
    for (unsigned to = 0; to < 64; ++to) {
      if (from == to) continue;
      const auto pathway = planner.plan(from, to);
      ASSERT_TRUE(pathway) << from << " to " << to;
      const Walk walk = follow(platform, from, *pathway);
      ASSERT_FALSE(walk.cells.empty()) << from << " to " << to;
      EXPECT_EQ(walk.cells.back(), to);
      const auto ring = [](unsigned a, unsigned b) { return std::min((a - b) % 8, (b - a) % 8); };
      EXPECT_EQ(walk.cells.size(), ring(from % 8, to % 8) + ring(from / 8, to / 8));
      EXPECT_TRUE(std::is_sorted(walk.pools.begin(), walk.pools.end()));
    }
  }
}

// Dally and Seitz: who waits for whom must have no cycle. Here by an order of (pool, bus).
TEST(PathwayPlanner, PlansWaysThatCannotWaitForEachOtherInARing) {
  for (const char* name : {"iwarp_torus_8x8", "iwarp_ring_8", "iwarp_hexagonal_4x4"}) {
    const Platform platform = ready(name);
    PathwayPlanner planner(platform, common_pools(platform));
    using Channel = std::tuple<unsigned, unsigned, unsigned>;  // cell, bus, pool
    std::map<Channel, std::set<Channel>> next;
    for (unsigned from = 0; from < cells_of(platform).size(); ++from) {
      for (unsigned to = 0; to < cells_of(platform).size(); ++to) {
        const auto pathway = planner.plan(from, to);
        if (!pathway) continue;
        const Walk walk = follow(platform, from, *pathway);
        for (std::size_t i = 1; i < walk.busses.size(); ++i) {
          const auto channel = [&](std::size_t n) {
            return Channel{walk.busses[n].first, walk.busses[n].second, walk.pools[n]};
          };
          next[channel(i - 1)].insert(channel(i));
          next[channel(i)];
        }
      }
    }
    // takes away what waits for nothing, until nothing is left
    for (bool changed = true; changed;) {
      changed = false;
      for (auto it = next.begin(); it != next.end();) {
        std::erase_if(it->second, [&](const Channel& c) { return next.count(c) == 0; });
        if (it->second.empty()) {
          it = next.erase(it);
          changed = true;
        } else {
          ++it;
        }
      }
    }
    EXPECT_TRUE(next.empty()) << name;
  }
}

TEST(PathwayPlanner, GoesRoundDeadBussesAndCells) {
  const Platform platform = ready("iwarp_mesh_4x4", {"faults.+={link: 'node[0,0].x_right'}",
                                                     "faults.+={component: 'node[2,2]'}"});
  PathwayPlanner planner(platform, common_pools(platform));
  const auto pathway = planner.plan(0, 3);
  ASSERT_TRUE(pathway);
  const Walk walk = follow(platform, 0, *pathway);
  ASSERT_FALSE(walk.cells.empty());
  EXPECT_EQ(walk.cells.size(), 5U);
  EXPECT_FALSE(planner.plan(0, 10));
  const auto apart = cells_apart(platform);
  EXPECT_EQ(apart.size(), 30U);  // to and from node[2,2]
}

TEST(PathwayPlanner, PlansOverBussesUntilTheyAreCut) {
  const Platform platform =
      ready("iwarp_mesh_4x4", {"faults.+={link: 'node[0,0].x_right', at: 10 us}",
                               "faults.+={component: 'node[0,0]', at: 20 us}"});
  const auto hops = [&](Time at) {
    const auto pathway =
        PathwayPlanner(platform, common_pools(platform), at * microsecond).plan(0, 3);
    return pathway ? pathway->hops : 0;
  };
  EXPECT_EQ(hops(9), 3U);
  EXPECT_EQ(hops(10), 5U);
  EXPECT_EQ(hops(20), 0U);
  const auto apart = cells_apart(platform);
  EXPECT_EQ(apart.size(), 30U);  // to and from node[0,0]
  for (const CellsApart& cells : apart) EXPECT_EQ(cells.since, 20 * microsecond);
}

TEST(PathwayPlanner, TellsOfFaultsThatAreNone) {
  const std::string mesh = "network: {topology: mesh, shape: 2x2, cell: {type: iwarp}}";
  EXPECT_EQ(error_of(mesh, {"faults.+={link: 'node[0,0].x_left'}"}),
            "--set faults.+: 'node[0,0]' has no such output bus that leads anywhere: 'x_left'; "
            "expected x_right or y_down");
  EXPECT_EQ(error_of(mesh, {"faults.+={link: 'node[0,0].x_right'}",
                            "faults.+={link: 'node[0,0].x_right', at: 1 us}"}),
            "--set faults.+: a second fault of the bus node[0,0].x_right; expected one, it is at "
            "--set faults.+");
}

}  // namespace
}  // namespace weft
