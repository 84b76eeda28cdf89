// Chaos and forced routers under all the load that T9000s can make.
#include <numeric>
#include <string>

#include "platforms/netlist/netlist.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/adaptive_platforms.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

// Thesis 2.1.2: neither router can deadlock, and livelock has no chance to last.
class AdaptiveSaturation : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Routers, AdaptiveSaturation,
                         testing::Values("chaos_router", "forced_router"),
                         [](const auto& router) { return std::string(router.param); });

TEST_P(AdaptiveSaturation, a_hundred_thousand_packets_arrive_once_and_in_order) {
  const Platform platform = resolve(parse_netlist(adaptive_mesh(GetParam(), 4), "t.yaml"));
  MessageMesh mesh(platform, "system", 110, 100, 0);
  for (unsigned slice = 0; slice < 100; ++slice) {
    const std::size_t before = mesh.arrivals.size();
    sc_core::sc_start(1, sc_core::SC_MS);
    const bool done = std::all_of(mesh.pairs.begin(), mesh.pairs.end(),
                                  [](const MessageMesh::Pair& pair) { return pair.complete(); });
    if (done) break;
    ASSERT_GT(mesh.arrivals.size(), before) << "stalled after " << slice << " ms";
  }
  expect_complete(mesh);
  EXPECT_GE(mesh.seen.size(), 100'000U);
}

}  // namespace
}  // namespace weft::test
