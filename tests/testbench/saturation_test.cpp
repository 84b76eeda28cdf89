// Routing that the check lets pass does not deadlock under all the load that T9000s can make, and
// routing that it refuses does.
#include "tests/testbench/saturation.hpp"
#include "platforms/components/c104_tables.hpp"

#include <algorithm>
#include <string>

#include <ostream>
#include <set>

#include "platforms/checks/deadlock.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/testbench/combinations.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

class Saturated : public testing::TestWithParam<Combination> {};

INSTANTIATE_TEST_SUITE_P(Networks, Saturated, testing::ValuesIn(all_combinations()),
                         [](const auto& combination) { return combination.param.name(); });

TEST_P(Saturated, every_pair_is_served_and_nothing_stands_still) {
  const Platform platform = platform_of(GetParam(), std::string(saturating_load) + small_buffers);
  MessageMesh once(platform, "once", 1, 100, 0);
  Saturation saturation(platform, "saturated");
  ASSERT_EQ(saturation.run(2000), "");
  saturation.expect_all_served();
  saturation.expect_ways_of_tables();
  expect_complete(once);
}

// --- routing that can deadlock

/// A platform that the check refuses.
struct Cyclic {
  const char* name;
  const char* network;
  const char* routing;
  const char* cycle;  ///< Part of what the check says.
};

std::ostream& operator<<(std::ostream& stream, const Cyclic& cyclic) {
  return stream << cyclic.name;
}

// Packets much longer than the buffers between two routers.
constexpr const char* long_packets =
    "defaults: {t9000: {packet_bytes: 512}, c104: {input_buffer: 9, output_buffer: 1}}\n"
    "workload: {type: random_traffic, message_bytes: 512, interval: 1 us}\n";

std::string text_of(const Cyclic& cyclic, const char* deadlock) {
  return fmt::format("network: {{{}}}\nrouting: {{{}, deadlock: {}}}\n{}", cyclic.network,
                     cyclic.routing, deadlock, long_packets);
}

std::string refusal(const TemporaryFolder& folder, const std::string& text) {
  try {
    resolve(load_netlist(folder.write("platform.yaml", text)));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

// What the watchdog says of a platform within 20 ms.
std::string told_of(const Platform& platform) {
  Saturation saturation(platform, "cyclic");
  return saturation.run(~0U, 200);
}

// All pairs of a ring one way round.
std::string one_way_round(unsigned nodes) {
  std::string routes;
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned hops = 1; hops < nodes; ++hops) {
      for (unsigned i = 0; i <= hops; ++i) {
        routes += fmt::format("node[{}] ", (from + i) % nodes);
      }
      routes += '\n';
    }
  }
  return routes;
}

// All pairs of a mesh, x first for every other source and y first for the rest.
std::string mixed_order(unsigned side) {
  std::string routes;
  for (unsigned from = 0; from < side * side; ++from) {
    for (unsigned to = 0; to < side * side; ++to) {
      if (from == to) continue;
      unsigned at[2] = {from % side, from / side};
      const unsigned end[2] = {to % side, to / side};
      const unsigned first = (at[0] + at[1]) % 2;
      routes += fmt::format("node[{},{}]", at[0], at[1]);
      for (const unsigned d : {first, 1 - first}) {
        while (at[d] != end[d]) {
          at[d] = at[d] < end[d] ? at[d] + 1 : at[d] - 1;
          routes += fmt::format(" node[{},{}]", at[0], at[1]);
        }
      }
      routes += '\n';
    }
  }
  return routes;
}

class CyclicRouting : public testing::TestWithParam<Cyclic> {};

INSTANTIATE_TEST_SUITE_P(
    Networks, CyclicRouting,
    testing::Values(Cyclic{"torus_without_dateline", "topology: torus, shape: 4x4",
                           "dateline: false", "node[0,0].router.link"},
                    Cyclic{"ring_without_dateline", "topology: ring, nodes: 6", "dateline: false",
                           "node[0].router.link"},
                    Cyclic{"valiant_without_dateline", "topology: torus, shape: 4x4",
                           "algorithm: valiant, dateline: false", "node[0,0].router.link"},
                    Cyclic{"ring_by_shortest_paths", "topology: ring, nodes: 6",
                           "algorithm: shortest_path", "node[0].router.link"},
                    Cyclic{"torus_by_shortest_paths", "topology: torus, shape: 4x4",
                           "algorithm: shortest_path", ".router.link"},
                    Cyclic{"hypercube_by_shortest_paths", "topology: hypercube, dimensions: 4",
                           "algorithm: shortest_path", ".router.link"},
                    Cyclic{"ring_one_way_round", "topology: ring, nodes: 6",
                           "algorithm: source_tables, file: ring.txt", "node[0].router.link"},
                    Cyclic{"mesh_of_mixed_orders", "topology: mesh, shape: 3x3",
                           "algorithm: source_tables, file: mesh.txt", ".router.link"}),
    [](const auto& cyclic) { return std::string(cyclic.param.name); });

TEST_P(CyclicRouting, is_refused_and_deadlocks_where_it_is_allowed) {
  const TemporaryFolder folder;
  folder.write("ring.txt", one_way_round(6));
  folder.write("mesh.txt", mixed_order(3));
  const std::string error = refusal(folder, text_of(GetParam(), "check"));
  EXPECT_NE(error.find("routing that can deadlock: "), std::string::npos) << error;
  EXPECT_NE(error.find(GetParam().cycle), std::string::npos) << error;
  ASSERT_EQ(refusal(folder, text_of(GetParam(), "allowed")), "");
  const Platform platform = resolve(load_netlist(folder.path() / "platform.yaml"));
  EXPECT_EQ(told_of(platform).substr(0, 12), "deadlock at ");
}

// Up*/down* needs to know by which link a packet came: with the table of the processors' links at
// all inputs, what has come down may go up again where that is as short.
TEST(UpDownWithoutInputTables, is_refused_and_deadlocks) {
  const TemporaryFolder folder;
  folder.write("net.edges", "0 1\n0 2\n0 3\n0 4\n1 6\n1 10\n3 5\n3 9\n5 6\n5 7\n6 8\n7 8\n");
  const Cyclic up_down{"", "topology: graph, file: net.edges", "algorithm: up_down", ""};
  ASSERT_EQ(refusal(folder, text_of(up_down, "check")), "");
  Platform platform = resolve(load_netlist(folder.path() / "platform.yaml"));
  for (auto& [component, router] : platform.parts.edit<SwitchTables>().routers) {
    const std::size_t of_processors = router.table_of_link.back();
    std::fill(router.table_of_link.begin(), router.table_of_link.end(), of_processors);
  }
  EXPECT_THROW(check_deadlock(HeaderFlow(platform)), InputError);
  EXPECT_EQ(told_of(platform).substr(0, 12), "deadlock at ");
}

// The same load, where the check finds nothing.
class LongPackets : public testing::TestWithParam<Combination> {};

INSTANTIATE_TEST_SUITE_P(Networks, LongPackets, testing::ValuesIn(narrowest_combinations()),
                         [](const auto& combination) { return combination.param.name(); });

TEST_P(LongPackets, are_no_reason_to_deadlock) {
  const Platform platform = platform_of(GetParam(), long_packets);
  Saturation saturation(platform, "saturated");
  EXPECT_EQ(saturation.run(200), "");
  EXPECT_GE(saturation.received(), 200U);
}

// --- the list of combinations is whole

TEST(Combinations, are_all_that_fit_and_are_free_of_deadlock) {
  std::set<std::string> topologies;
  for (const SmallNetwork& network : small_networks()) {
    const std::string topology = network.keys.substr(10, network.keys.find(',') - 10);
    topologies.insert(topology);
    for (const std::string& routing : built_in_registry().names(TypeRole::routing)) {
      const bool is_listed = std::count(network.routings.begin(), network.routings.end(), routing);
      try {
        platform_of({network.name, network.keys, routing}, "");
        EXPECT_TRUE(is_listed) << network.name << " by " << routing;
      } catch (const InputError& error) {
        EXPECT_FALSE(is_listed) << network.name << " by " << routing << ": " << error.what();
        const std::string what = error.what();
        const bool expected = what.find("the routing " + routing + " on a ") != std::string::npos ||
                              what.find("routing that can deadlock") != std::string::npos;
        EXPECT_TRUE(expected) << what;
      }
    }
  }
  const auto all = built_in_registry().names(TypeRole::topology);
  EXPECT_EQ(topologies, std::set<std::string>(all.begin(), all.end()));
}

}  // namespace
}  // namespace weft::test
