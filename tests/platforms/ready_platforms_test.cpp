// The platforms that come with Weft.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "platforms/checks/deadlock.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/platform.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

TEST(ReadyPlatforms, AreAllThereAndAllResolve) {
  std::set<std::string> names;
  for (const auto& file : test::ready_platforms()) {
    SCOPED_TRACE(file);
    names.insert(file.stem());
    EXPECT_EQ(test::error_of_file(file), "");
    EXPECT_EQ(test::read_file(file).substr(0, 2), "# ") << "says what it is";
    const Platform platform = resolve(load_netlist(file));
    const bool for_a_program =  // in the file, or of one's own
        cells_of(platform).size() == 1 ||
        (!cells_of(platform).empty() && cells_of(platform)[0].program);
    EXPECT_EQ(platform.workload.type->name == "none", for_a_program);
    EXPECT_LE(platform.run.duration, millisecond);
  }
  EXPECT_EQ(names, (std::set<std::string>{"adaptive_8x8",
                                          "autonet_10",
                                          "campus",
                                          "cannon_4x4",
                                          "chaos_4x4",
                                          "clos_64",
                                          "conset_8x8",
                                          "conset_messages_8x8",
                                          "contention_16x16",
                                          "controlled_chain_4",
                                          "copying_node",
                                          "express_16x16",
                                          "fat_tree_64",
                                          "finite_elements_8x8",
                                          "forced_4x4",
                                          "fully_connected_8",
                                          "gpmimd_16",
                                          "hexagonal_8x8",
                                          "hypercube_64",
                                          "hypercube_arriving_vector",
                                          "hypercube_bitonic_sort",
                                          "hypercube_broadcast_product",
                                          "hypercube_packets_64",
                                          "irregular",
                                          "iwarp_cell",
                                          "iwarp_copy_transfer",
                                          "iwarp_fft_8x8",
                                          "iwarp_fir_8",
                                          "iwarp_hexagonal_4x4",
                                          "iwarp_matmul_8x8",
                                          "iwarp_mesh_3x3",
                                          "iwarp_mesh_4x4",
                                          "iwarp_mixed_levels",
                                          "iwarp_pair",
                                          "iwarp_ring_8",
                                          "iwarp_rows_8",
                                          "iwarp_sort_8",
                                          "iwarp_streams_8x8",
                                          "iwarp_torus_32x32",
                                          "iwarp_torus_8x8",
                                          "jacobi_4x4",
                                          "macrame_clos_256",
                                          "mesh_16x16",
                                          "mesh_4x4",
                                          "mesh_8x8",
                                          "mixed_levels",
                                          "ring_8",
                                          "rtl_iwarp_3x3",
                                          "rtl_mesh_4x4",
                                          "rtl_switch_8",
                                          "star_8",
                                          "torus_4x4x4",
                                          "torus_8x8",
                                          "two_t9000",
                                          "two_t9000_c104",
                                          "valiant_8x8"}));
}

TEST(ReadyPlatforms, ShowEveryTopologyAndTheRoutingsThatCheckThemselves) {
  std::set<std::string> topologies;
  std::set<std::string> routings;
  for (const auto& file : test::ready_platforms()) {
    const Platform platform = resolve(load_netlist(file));
    EXPECT_TRUE(routing_bound(platform).verdict != DeadlockVerdict::cycle) << file;
    if (platform.plan.topology.empty()) continue;
    topologies.insert(platform.plan.topology);
    if (!platform.plan.routing.empty()) routings.insert(platform.plan.routing);
  }
  const auto all = built_in_registry().names(TypeRole::topology);
  EXPECT_EQ(topologies, std::set<std::string>(all.begin(), all.end()));
  EXPECT_EQ(routings, (std::set<std::string>{"dimension_order", "valiant", "minimal_adaptive",
                                             "nearest_common_ancestor", "up_down", "shortest_path",
                                             "router_choice"}));
}

TEST(ReadyPlatforms, HalfOfMixedLevelsIsAtEachLevel) {
  const Platform platform = resolve(load_netlist(WEFT_SOURCE_DIR "/platforms/mixed_levels.yaml"));
  const auto on_wires = std::count_if(platform.components.begin(), platform.components.end(),
                                      [](const Component& c) { return c.level == Level::signal; });
  EXPECT_EQ(on_wires, 16);
  EXPECT_EQ(platform.components.size(), 32U);
}

}  // namespace
}  // namespace weft
